// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Normalises the arrays of batches, in place where they are writable and of the right type.
#include <parallel_pool/bindings/normalization.h>
#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/core/numerics/moments.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace pp {
namespace {

template <class Value>
Value* data_of(nb::handle array) {
  return static_cast<Value*>(PyArray_DATA(as_array(array)));
}

nb::object new_array(const std::vector<std::size_t>& shape, int type) {
  std::vector<npy_intp> dims(shape.begin(), shape.end());
  return checked(PyArray_SimpleNew(static_cast<int>(dims.size()), dims.data(), type));
}

// The values in C order with the type, and the array itself if it is that already.
nb::object as_type(nb::handle array, int type) {
  if (PyArray_TYPE(as_array(array)) == type && PyArray_ISCARRAY_RO(as_array(array))) {
    return nb::borrow(array);
  }
  return checked(PyArray_FromArray(as_array(array), PyArray_DescrFromType(type),
                                   NPY_ARRAY_CARRAY_RO | NPY_ARRAY_FORCECAST));
}

// Float32 stays; of other types than float16 NumPy's mean is float64.
nb::object as_floats(nb::handle array) {
  const int type = PyArray_TYPE(as_array(array));
  return as_type(array, type == NPY_FLOAT32 ? NPY_FLOAT32 : NPY_FLOAT64);
}

void require_rows(const Moments& moments, nb::handle rows) {
  const bool fits = PyArray_Check(rows.ptr()) && PyArray_NDIM(as_array(rows)) >= 1 &&
                    static_cast<std::size_t>(PyArray_SIZE(as_array(rows))) ==
                        static_cast<std::size_t>(PyArray_DIM(as_array(rows), 0)) * moments.size();
  if (!fits) {
    value_error("rows must be an array of observations of " + std::to_string(moments.size()) +
                " elements with a leading axis");
  }
}

void update(Moments& moments, nb::handle array) {
  require_rows(moments, array);
  if (PyArray_SIZE(as_array(array)) == 0) return;
  if (PyArray_TYPE(as_array(array)) == NPY_FLOAT16) {
    nb::module_::import_("parallel_pool.pool.normalization")
        .attr("update_by_halves")(nb::find(moments), array);
    return;
  }
  const nb::object rows = as_floats(array);
  const auto count = static_cast<std::size_t>(PyArray_DIM(as_array(rows), 0));
  if (PyArray_TYPE(as_array(rows)) == NPY_FLOAT32) {
    moments.update(data_of<const float>(rows), count);
  } else {
    moments.update(data_of<const double>(rows), count);
  }
}

nb::object normalize(Moments& moments, nb::handle array) {
  require_rows(moments, array);
  PyArrayObject* const given = as_array(array);
  // Small integers and moments of float32 give float32, as NumPy has it.
  const bool small = PyArray_TYPE(given) != NPY_FLOAT64 && PyArray_ITEMSIZE(given) <= 2;
  const nb::object rows =
      small && moments.single() ? as_type(array, NPY_FLOAT32) : as_floats(array);
  const bool in_place =
      rows.is(array) && PyArray_TYPE(given) == NPY_FLOAT32 && PyArray_ISWRITEABLE(given);
  nb::object out = nb::borrow(rows);
  if (!in_place) {
    out = checked(PyArray_SimpleNew(PyArray_NDIM(given), PyArray_DIMS(given), NPY_FLOAT32));
  }
  const auto count = static_cast<std::size_t>(PyArray_DIM(given, 0));
  if (PyArray_TYPE(as_array(rows)) == NPY_FLOAT32) {
    moments.normalize(data_of<const float>(rows), count, data_of<float>(out));
  } else {
    moments.normalize(data_of<const double>(rows), count, data_of<float>(out));
  }
  return out;
}

nb::object numbers(const Moments& moments, std::span<const double> values) {
  nb::object array = new_array(moments.shape(), NPY_FLOAT64);
  std::ranges::copy(values, data_of<double>(array));
  return moments.single() ? as_type(array, NPY_FLOAT32) : array;
}

void set_numbers(Moments& moments, nb::handle value, bool mean) {
  const nb::object given = to_array(value);
  const nb::object array = as_type(given, NPY_FLOAT64);
  if (static_cast<std::size_t>(PyArray_SIZE(as_array(array))) != moments.size()) {
    value_error("moments must have " + std::to_string(moments.size()) + " elements");
  }
  const std::span<const double> values(data_of<const double>(array), moments.size());
  const bool single = PyArray_TYPE(as_array(given)) == NPY_FLOAT32;
  moments.set(mean ? values : moments.mean(), mean ? moments.var() : values, single);
}

// The running returns of a pool's environments, and what is normalised by which moments.
class Normalizer {
 public:
  // `discounted`: float32, `resetting`: bool; for each environment, shared with the caller.
  Normalizer(std::optional<Moments*> observations, std::optional<Moments*> returns,
             nb::object discounted, nb::object resetting, double gamma, bool per_episode,
             bool same_step)
      : observations_(observations.value_or(nullptr)),
        returns_(returns.value_or(nullptr)),
        discounted_(std::move(discounted)),
        resetting_(std::move(resetting)),
        gamma_(static_cast<float>(gamma)),
        per_episode_(per_episode),
        same_step_(same_step) {}

  bool update = true;

  nb::object observed(nb::handle rows) const {
    if (observations_ == nullptr) return nb::borrow(rows);
    if (update) pp::update(*observations_, rows);
    return normalize(*observations_, rows);
  }

  nb::object rewarded(nb::handle rewards, nb::handle terminated, nb::handle truncated,
                      nb::handle ids) {
    if (returns_ == nullptr) return nb::borrow(rewards);
    const nb::object given = as_type(rewards, NPY_FLOAT64);
    const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(given)));
    const nb::object ends[] = {as_type(terminated, NPY_BOOL), as_type(truncated, NPY_BOOL)};
    const nb::object listed = ids.is_none() ? nb::none() : as_type(ids, NPY_INT64);
    for (const nb::object& other : {ends[0], ends[1], listed}) {
      if (!other.is_none() && static_cast<std::size_t>(PyArray_SIZE(as_array(other))) != count) {
        value_error("rewards, flags and environments must have the same number of rows");
      }
    }
    add(data_of<const double>(given), data_of<const bool>(ends[0]), data_of<const bool>(ends[1]),
        listed.is_none() ? nullptr : data_of<const std::int64_t>(listed), count);
    const bool in_place = given.is(rewards) && PyArray_ISWRITEABLE(as_array(given));
    const nb::object out = in_place ? given : new_array({count}, NPY_FLOAT64);
    const double deviation = returns_->deviation();
    double* const to = data_of<double>(out);
    if (!in_place) std::copy_n(data_of<const double>(given), count, to);
    for (std::size_t i = 0; i < count; ++i) to[i] /= deviation;
    return out;
  }

  nb::object stepped(nb::handle result, nb::handle ids) {
    const auto [observations, rewards, terminated, truncated, infos] = std::array<nb::handle, 5>{
        part(result, 0), part(result, 1), part(result, 2), part(result, 3), part(result, 4)};
    nb::handle of = ids;
    if (ids.is_none()) {
      static PyObject* const key = PyUnicode_InternFromString("env_id");
      PyObject* const named = PyDict_GetItemWithError(infos.ptr(), key);  // borrowed
      if (named != nullptr) of = named;
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
    }
    const nb::object scaled = rewarded(rewards, terminated, truncated, of);
    return nb::make_tuple(observed(observations), scaled, terminated, truncated, infos);
  }

 private:
  static nb::handle part(nb::handle result, Py_ssize_t index) {
    if (!PyTuple_Check(result.ptr()) || PyTuple_GET_SIZE(result.ptr()) != 5) {
      type_error("the results of a step must be a tuple of five");
    }
    return PyTuple_GET_ITEM(result.ptr(), index);
  }

  // Rewards of rows that come from resets do not count.
  void add(const double* rewards, const bool* terminated, const bool* truncated,
           const std::int64_t* ids, std::size_t count) {
    float* const discounted = data_of<float>(discounted_);
    bool* const resetting = data_of<bool>(resetting_);
    const auto envs = static_cast<std::int64_t>(PyArray_SIZE(as_array(discounted_)));
    new_returns_.resize(count);
    float* last = new_returns_.data();
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t env = ids == nullptr ? static_cast<std::int64_t>(i) : ids[i];
      if (env < 0 || env >= envs) value_error("there is no environment " + std::to_string(env));
      if (!resetting[env]) {
        float before = discounted[env] * gamma_;
        if (!per_episode_) before *= terminated[i] ? 0.0F : 1.0F;
        discounted[env] = static_cast<float>(static_cast<double>(before) + rewards[i]);
        *last++ = discounted[env];
      }
      const bool ended = terminated[i] || truncated[i];
      if ((same_step_ || per_episode_) && ended) discounted[env] = 0.0F;
      resetting[env] = !same_step_ && ended;
    }
    const auto counted = static_cast<std::size_t>(last - new_returns_.data());
    if (update && counted > 0) returns_->update(new_returns_.data(), counted);
  }

  Moments* observations_;
  Moments* returns_;
  nb::object discounted_;
  nb::object resetting_;
  float gamma_;
  bool per_episode_;
  bool same_step_;
  std::vector<float> new_returns_;
};

}  // namespace

void bind_normalization(nb::module_& m) {
  nb::class_<Moments>(m, "RunningMoments",
                      "The mean and variance of all rows so far, as Gymnasium's `RunningMeanStd`.")
      .def(nb::init<std::vector<std::size_t>, bool>(), nb::arg("shape"), nb::arg("single"),
           "Of rows of this shape; `single`: in float32, until the first rows that are not.")
      .def("update", &update, nb::arg("rows"),
           nb::sig("def update(self, rows: numpy.ndarray) -> None"), "Adds rows, at least one.")
      .def("normalize", &normalize, nb::arg("rows"),
           nb::sig("def normalize(self, rows: numpy.ndarray) -> numpy.ndarray"),
           "(rows - mean) / sqrt(var + 1e-8) as float32; in place if the rows are.")
      .def_prop_rw(
          "mean", [](const Moments& moments) { return numbers(moments, moments.mean()); },
          [](Moments& moments, nb::handle value) { set_numbers(moments, value, true); },
          nb::for_getter(nb::sig("def mean(self) -> numpy.ndarray")),
          nb::for_setter(nb::sig("def mean(self, value: numpy.ndarray | float, /) -> None")))
      .def_prop_rw(
          "var", [](const Moments& moments) { return numbers(moments, moments.var()); },
          [](Moments& moments, nb::handle value) { set_numbers(moments, value, false); },
          nb::for_getter(nb::sig("def var(self) -> numpy.ndarray")),
          nb::for_setter(nb::sig("def var(self, value: numpy.ndarray | float, /) -> None")))
      .def_prop_rw("count", &Moments::count, &Moments::set_count);

  nb::class_<Normalizer>(m, "Normalizer", "Normalises batches; see `Normalization` in Python.")
      .def(nb::init<std::optional<Moments*>, std::optional<Moments*>, nb::object, nb::object,
                    double, bool, bool>(),
           nb::arg("observations").none(), nb::arg("returns").none(), nb::arg("discounted"),
           nb::arg("resetting"), nb::arg("gamma"), nb::arg("per_episode"), nb::arg("same_step"),
           nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
           nb::sig("def __init__(self, observations: RunningMoments | None, "
                   "returns: RunningMoments | None, discounted: numpy.ndarray, resetting: "
                   "numpy.ndarray, "
                   "gamma: float, per_episode: bool, same_step: bool) -> None"))
      .def_rw("update", &Normalizer::update)
      .def("observed", &Normalizer::observed, nb::arg("rows"),
           nb::sig("def observed(self, rows: numpy.ndarray) -> numpy.ndarray"),
           "Adds observations to the moments and normalises them.")
      .def("rewarded", &Normalizer::rewarded, nb::arg("rewards"), nb::arg("terminated"),
           nb::arg("truncated"), nb::arg("ids").none() = nb::none(),
           nb::sig("def rewarded(self, rewards: numpy.ndarray, terminated: numpy.ndarray, "
                   "truncated: numpy.ndarray, ids: numpy.ndarray | None = None) -> numpy.ndarray"),
           "Adds returns to the moments and normalises the rewards of these environments.")
      .def("stepped", &Normalizer::stepped, nb::arg("result"), nb::arg("ids").none() = nb::none(),
           nb::sig("def stepped(self, result: tuple[typing.Any, typing.Any, typing.Any, "
                   "typing.Any, dict[str, typing.Any]], "
                   "ids: numpy.ndarray | None = None) -> tuple[typing.Any, typing.Any, typing.Any, "
                   "typing.Any, dict[str, typing.Any]]"),
           "The results of a step with both normalised. The rows are those of `ids`, else of the "
           "infos' env_id, else of all environments in order.");
}

}  // namespace pp
