// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Batches as Python sees them. One capsule owns a batch; arrays are views that keep the capsule.
// The arrays are made once. They are handed out again with the batch when reference counts show
// that nobody else holds them; no view can then exist, because a view holds its array.
//
// Everything here needs the GIL. Without a GIL, reference counts do not show whether someone else
// holds an array, so a batch is reused only through its capsule's destructor.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>
#include <parallel_pool/core/batches/batch.h>
#include <parallel_pool/core/batches/batch_layout.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace pp {

class Lease {
 public:
  Lease(Batch* batch, const BatchLayout& layout);
  ~Lease();
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  Batch* batch() const { return batch_; }

  // A column as an array of all rows: the same object each time.
  nb::object array(std::size_t column);
  // A new array of the column's first `rows` rows (of player rows, for player columns).
  nb::object slice(std::size_t column, std::size_t rows) const;
  // A new array of the rows from `first` on, of which there are `rows`; or one row without that
  // axis.
  nb::object slice(std::size_t column, std::size_t first, std::size_t rows) const;
  nb::object row(std::size_t column, std::size_t row) const;

  // True if no one but this lease refers to the batch.
  bool is_free();

  bool held_by_engine = false;

 private:
  struct KeptArray {
    PyObject* array = nullptr;
    int flags = 0;  // these two as they were when it was made
    const PyArray_Descr* dtype = nullptr;
  };

  nb::object view(std::size_t column, std::size_t first, std::size_t rows, bool keep_axis) const;
  bool is_intact(std::size_t column) const;

  const BatchLayout& layout_;
  Batch* batch_;
  PyObject* capsule_;
  std::vector<KeptArray> kept_arrays_;
  Py_ssize_t kept_count_ = 0;
};

// Hands leases to the engine and takes them back.
class LeaseCache : public BatchSource {
 public:
  // Without `memory` batches lie on the heap.
  LeaseCache(const BatchLayout& layout, std::size_t batches_in_flight,
             std::unique_ptr<BatchMemory> memory = nullptr);

  Batch* acquire() override;
  void give_back(Batch* batch) noexcept override { lease_of(batch).held_by_engine = false; }

  // Releases all batches: from now on each lives as long as the arrays that view it. No batch is
  // acquired afterwards.
  void clear();

  static Lease& lease_of(Batch* batch) { return *static_cast<Lease*>(batch->lease); }
  const BatchLayout& layout() const { return layout_; }

 private:
  const BatchLayout layout_;
  const std::size_t capacity_;
  std::shared_ptr<BatchStore> store_;
  std::vector<std::unique_ptr<Lease>> leases_;
  std::size_t next_ = 0;
};

}  // namespace pp
