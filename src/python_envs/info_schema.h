// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Infos of one form (the same keys in the same order, values of the same exact types and shapes) as
// bytes instead of pickles. A worker learns a form from an info; the pool learns it from an example
// of that form, pickled once.
//
// Numbers and arrays have fixed places. Strings, lists and tuples lie behind them, as UTF-8 and as
// pickles of their own; their places have an offset and a size.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pp {

// How deep values may lie in each other where C++ follows them.
inline constexpr std::size_t kMostLevels = 100;

class InfoSchema {
 public:
  // The form of an info; nothing if it has values of other types, or more keys or levels than are
  // followed, as a dict that contains itself has.
  static std::optional<InfoSchema> of(nb::handle info);

  // Of the fixed places.
  std::size_t bytes() const { return bytes_; }
  bool same_form(const InfoSchema& other) const;
  // An info of this form, from one of this form, without what its lists hold.
  nb::dict example(nb::handle info) const { return example(info, entries_); }

  // Writes an info of this form: the fixed places to `out`, the rest to `tail`, which belongs behind
  // them. False if it has another form. Throws what pickling throws.
  bool encode(nb::handle info, std::byte* out, std::string& tail, nb::handle dumps) const;
  // Throws what unpickling throws.
  nb::dict decode(const std::byte* data, nb::handle loads) const;

  // Adds a column and a mask for each key, as gymnasium.vector does: row i from data[i], which is
  // null where a row has no info.
  void add_columns(nb::dict& out, std::span<const std::byte* const> data, nb::handle loads) const;

 private:
  enum class Kind {
    kInt,
    kFloat,
    kBool,
    kNumber,
    kArray,
    kNumpyBool,
    kNone,
    kDict,
    kText,
    kPickle
  };

  struct Entry {
    nb::object key, mask_key;
    Kind kind = Kind::kNone;
    nb::object type;         // the value's exact type
    int dtype = NPY_NOTYPE;  // of numbers and arrays
    std::vector<npy_intp> shape;
    std::size_t offset = 0, bytes = 0;
    std::vector<Entry> children;
  };

  // Where a value lies that has no fixed size, from the beginning of the info.
  struct Extent {
    std::uint64_t offset, bytes;
  };
  // Values of which pickling runs code that may change the info, so it comes when all are found.
  using Later = std::vector<std::pair<const Entry*, nb::object>>;

  // `levels` is how deep dicts may lie in each other.
  bool learn(nb::handle info, std::vector<Entry>& entries, std::size_t levels);
  bool learn_value(nb::handle value, Entry& entry, std::size_t levels);
  static nb::dict example(nb::handle info, const std::vector<Entry>& entries);
  static bool encode(nb::handle info, const std::vector<Entry>& entries, std::byte* out,
                     Later& later);
  static bool encode_value(PyObject* value, const Entry& entry, std::byte* out, Later& later);
  static nb::dict decode(const std::vector<Entry>& entries, const std::byte* data,
                         nb::handle loads);
  static nb::object decode_value(const Entry& entry, const std::byte* data, nb::handle loads);
  static void add_columns(nb::dict& out, const std::vector<Entry>& entries,
                          std::span<const std::byte* const> data, nb::handle mask,
                          nb::handle loads);
  static nb::object column(const Entry& entry, std::span<const std::byte* const> data,
                           nb::handle loads);
  static bool same_form(const std::vector<Entry>& left, const std::vector<Entry>& right);

  static constexpr std::size_t kMostEntries = 1 << 16;

  std::vector<Entry> entries_;
  std::size_t entries_in_all_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace pp
