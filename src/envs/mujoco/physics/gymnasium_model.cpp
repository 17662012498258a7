// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Gets models from Python and copies them.
#include "gymnasium_model.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>

#include "shared/mujoco/python_model.h"
#include "shared/mujoco/python_pictures.h"
#include "shared/numpy/dot.h"

namespace nb = nanobind;

namespace pp::mujoco {
namespace {

void warn_now(const std::string& file, const Warnings& warnings) {
  for (const std::string& text : warnings) {
    const std::string message = "xml_file " + file + ": MuJoCo: " + text;
    if (PyErr_WarnEx(PyExc_RuntimeWarning, message.c_str(), 1) != 0) throw nb::python_error();
  }
}

struct ReadModel {
  std::shared_ptr<const Model> model;
  Warnings warnings;
};

ReadModel read_model(const std::string& xml_file, const GymnasiumCamera& camera) {
  const nb::module_ python = nb::module_::import_("parallel_pool.shared.mujoco.library");
  WarningCollector collector(
      message_hooks(nb::cast<std::string>(python.attr("library")().attr("file"))));
  const nb::object model =
      python.attr("read_gymnasium_model")(xml_file, camera.width, camera.height);
  return {std::make_shared<const Model>(facts_of(model)), collector.take()};
}

// Models that were read, by the name of Gymnasium's file, which does not change, or by the content
// of a user's. No lock is held while one is read, since Python runs then.
class KeptModels {
 public:
  using Key = std::tuple<std::string, std::int64_t, std::int64_t>;  // file, width, height

  std::optional<ReadModel> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = models_.find(key);
    return found == models_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const Key& key, const ReadModel& model) {
    const std::lock_guard lock(mutex_);
    if (models_.size() >= kMost) models_.clear();
    models_[key] = model;
  }

 private:
  static constexpr std::size_t kMost = 32;
  std::mutex mutex_;
  std::map<Key, ReadModel> models_;
};

KeptModels& kept_models() {
  static KeptModels* const kept = new KeptModels;  // lives as long as MuJoCo's library
  return *kept;
}

// A pool asks for its model several times as it is made.
ReadModel read_users_model(const std::string& xml_file, const GymnasiumCamera& camera) {
  const nb::module_ python = nb::module_::import_("parallel_pool.shared.mujoco.library");
  const auto content_now = [&] {
    return nb::cast<std::optional<std::string>>(python.attr("content_of")(xml_file));
  };
  const std::optional<std::string> content = content_now();
  if (!content) return read_model(xml_file, camera);
  const KeptModels::Key key{*content, camera.width, camera.height};
  if (const std::optional<ReadModel> known = kept_models().find(key)) return *known;
  ReadModel model = read_model(xml_file, camera);
  if (content_now() == content) kept_models().keep(key, model);  // else it was just being written
  return model;
}

}  // namespace

std::shared_ptr<const Model> load_gymnasium_model(const std::string& xml_file,
                                                  const GymnasiumCamera& camera) {
  numpy::find_dot();
  const nb::module_ python = nb::module_::import_("parallel_pool.shared.mujoco.library");
  python.attr("library")();  // refuses a version that is too old
  if (nb::cast<bool>(python.attr("is_users_file")(xml_file))) {
    const ReadModel read = read_users_model(xml_file, camera);
    warn_now(xml_file, read.warnings);
    return read.model;
  }
  // Of warnings about Gymnasium's own files, users can do nothing.
  const KeptModels::Key key{xml_file, camera.width, camera.height};
  if (const std::optional<ReadModel> known = kept_models().find(key)) return known->model;
  const ReadModel read = read_model(xml_file, camera);
  kept_models().keep(key, read);
  return read.model;
}

PictureFacts describe_gymnasium_pictures(const std::string& xml_file,
                                         const GymnasiumCamera& camera) {
  const nb::module_ python = nb::module_::import_("parallel_pool.shared.mujoco.pixels");
  const nb::module_ library = nb::module_::import_("parallel_pool.shared.mujoco.library");
  // The model is read once more, only to look at it.
  const WarningCollector collector(
      message_hooks(nb::cast<std::string>(library.attr("library")().attr("file"))));
  return picture_facts_of(python.attr("describe_gymnasium_pictures")(
      xml_file, camera.reference, camera.width, camera.height, camera.camera_id,
      camera.camera_name));
}

}  // namespace pp::mujoco
