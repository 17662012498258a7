// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Making, keeping and reusing the arrays of a batch.
#include <parallel_pool/bindings/lease.h>

#include <algorithm>
#include <span>
#include <utility>

namespace pp {
namespace {

constexpr char kCapsuleName[] = "parallel_pool.Batch";

void release_batch(PyObject* capsule) {
  static_cast<Batch*>(PyCapsule_GetPointer(capsule, kCapsuleName))->release();
}

}  // namespace

Lease::Lease(Batch* batch, const BatchLayout& layout)
    : layout_(layout), batch_(batch), kept_arrays_(layout.columns.size()) {
  capsule_ = PyCapsule_New(batch, kCapsuleName, release_batch);
  if (capsule_ == nullptr) {
    batch->release();
    throw nb::python_error();
  }
  batch->lease = this;
}

Lease::~Lease() {
  for (const KeptArray& kept : kept_arrays_) Py_XDECREF(kept.array);
  Py_DECREF(capsule_);
}

nb::object Lease::array(std::size_t column) {
  KeptArray& kept = kept_arrays_[column];
  if (kept.array == nullptr) {
    const Column& shape = layout_.columns[column];
    const std::size_t rows = layout_.rows * (shape.per_player ? layout_.max_players : 1);
    kept.array = view(column, 0, rows, true).release().ptr();
    kept.flags = PyArray_FLAGS(as_array(kept.array));
    kept.dtype = PyArray_DESCR(as_array(kept.array));
    ++kept_count_;
  }
  return nb::borrow(kept.array);
}

nb::object Lease::slice(std::size_t column, std::size_t rows) const {
  return view(column, 0, rows, true);
}

nb::object Lease::slice(std::size_t column, std::size_t first, std::size_t rows) const {
  return view(column, first, rows, true);
}

nb::object Lease::row(std::size_t column, std::size_t row) const {
  return view(column, row, 1, false);
}

nb::object Lease::view(std::size_t column, std::size_t first, std::size_t rows,
                       bool keep_axis) const {
  const Column& spec = layout_.columns[column];
  npy_intp dims[NPY_MAXDIMS];
  int axes = 0;
  if (keep_axis) dims[axes++] = static_cast<npy_intp>(rows);
  for (const std::size_t extent : spec.shape) dims[axes++] = static_cast<npy_intp>(extent);
  nb::object array = checked(PyArray_New(&PyArray_Type, axes, dims, numpy_type(spec.dtype), nullptr,
                                         batch_->columns()[column] + first * spec.row_bytes(), 0,
                                         NPY_ARRAY_CARRAY, nullptr));
  Py_INCREF(capsule_);
  if (PyArray_SetBaseObject(as_array(array), capsule_) < 0) throw nb::python_error();
  return array;
}

bool Lease::is_free() {
#ifdef Py_GIL_DISABLED
  return false;
#else
  if (held_by_engine || Py_REFCNT(capsule_) != 1 + kept_count_) return false;
  for (std::size_t column = 0; column < kept_arrays_.size(); ++column) {
    KeptArray& kept = kept_arrays_[column];
    if (kept.array == nullptr) continue;
    if (Py_REFCNT(kept.array) != 1) return false;
    if (!is_intact(column)) {
      Py_CLEAR(kept.array);
      --kept_count_;
    }
  }
  return true;
#endif
}

// Users may reshape an array in place or make it read-only.
bool Lease::is_intact(std::size_t column) const {
  PyArrayObject* array = as_array(kept_arrays_[column].array);
  const Column& spec = layout_.columns[column];
  return PyArray_FLAGS(array) == kept_arrays_[column].flags &&
         PyArray_DESCR(array) == kept_arrays_[column].dtype &&
         PyArray_NDIM(array) == static_cast<int>(spec.shape.size()) + 1 &&
         std::ranges::equal(
             std::span(PyArray_DIMS(array) + 1, spec.shape.size()), spec.shape,
             [](npy_intp a, std::size_t b) { return a == static_cast<npy_intp>(b); });
}

LeaseCache::LeaseCache(const BatchLayout& layout, std::size_t batches_in_flight,
                       std::unique_ptr<BatchMemory> memory)
    : layout_(layout),
      capacity_(batches_in_flight + 2),
      store_(std::make_shared<BatchStore>(layout_, capacity_, std::move(memory))) {}

Batch* LeaseCache::acquire() {
  for (std::size_t i = 0; i < leases_.size(); ++i) {
    Lease& lease = *leases_[next_];
    next_ = (next_ + 1) % leases_.size();
    if (lease.is_free()) {
      lease.held_by_engine = true;
      return lease.batch();
    }
  }
  auto lease = std::make_unique<Lease>(store_->acquire(), layout_);
  lease->held_by_engine = true;
  Batch* const batch = lease->batch();
  if (leases_.size() < capacity_) {
    leases_.push_back(std::move(lease));
  } else {
    // All are in use: forget the next one that the engine does not have. Its memory returns
    // through the store when its user is done.
    while (leases_[next_]->held_by_engine) next_ = (next_ + 1) % leases_.size();
    leases_[next_] = std::move(lease);
    next_ = (next_ + 1) % leases_.size();
  }
  return batch;
}

void LeaseCache::clear() {
  leases_.clear();
  store_.reset();  // batches that are out keep it
}

}  // namespace pp
