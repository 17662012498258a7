// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Infos of one form (the same keys in the same order, values of the same exact types and shapes) as
// bytes instead of pickles. A worker learns a form from an example; the pool learns it from the
// same example, pickled once.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pp {

class InfoSchema {
 public:
  // The form of an info; nothing if a value has no fixed size.
  static std::optional<InfoSchema> of(nb::handle info);

  std::size_t bytes() const { return bytes_; }
  bool same_form(const InfoSchema& other) const;

  // Writes an info of this form; false if it has another.
  bool encode(nb::handle info, std::byte* out) const;
  nb::dict decode(const std::byte* data) const;

  // Adds a column and a mask for each key, as gymnasium.vector does: row i from data[i], which is
  // null where a row has no info.
  void add_columns(nb::dict& out, std::span<const std::byte* const> data) const;

 private:
  enum class Kind { kInt, kFloat, kBool, kNumber, kArray, kNumpyBool, kNone, kDict };

  struct Entry {
    nb::object key, mask_key;
    Kind kind = Kind::kNone;
    nb::object type;         // the value's exact type
    int dtype = NPY_NOTYPE;  // of numbers and arrays
    std::vector<npy_intp> shape;
    std::size_t offset = 0, bytes = 0;
    std::vector<Entry> children;
  };

  bool learn(nb::handle info, std::vector<Entry>& entries);
  bool learn_value(nb::handle value, Entry& entry);
  static bool encode(nb::handle info, const std::vector<Entry>& entries, std::byte* out);
  static bool encode_value(PyObject* value, const Entry& entry, std::byte* out);
  static nb::dict decode(const std::vector<Entry>& entries, const std::byte* data);
  static nb::object decode_value(const Entry& entry, const std::byte* data);
  static void add_columns(nb::dict& out, const std::vector<Entry>& entries,
                          std::span<const std::byte* const> data, nb::handle mask);
  static nb::object column(const Entry& entry, std::span<const std::byte* const> data);
  static bool same_form(const std::vector<Entry>& left, const std::vector<Entry>& right);

  std::vector<Entry> entries_;
  std::size_t bytes_ = 0;
};

}  // namespace pp
