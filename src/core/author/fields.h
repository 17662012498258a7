// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The leaves of a space tree as a flat list, each with its slot in the author's struct.
#pragma once

#include <parallel_pool/core/author/row.h>
#include <parallel_pool/core/author/space.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace pp {

struct Field {
  SpaceNode leaf;
  std::size_t row_bytes = 0;  // of one row, or of one player's row
};

// A struct whose space may name only some of its rows, by the configuration, states
// `static constexpr bool kMayLeaveOutRows = true;`. The others have no memory.
template <class Struct>
concept MayLeaveOutRows = requires { requires Struct::kMayLeaveOutRows; };

// What the author's struct behind a space says of it.
struct StructFacts {
  std::size_t rows;
  bool may_leave_out_rows;
};
template <class Struct>
constexpr StructFacts kStructFacts{
    .rows = std::is_empty_v<Struct> ? 0 : sizeof(Struct) / sizeof(RowSlot),
    .may_leave_out_rows = MayLeaveOutRows<Struct>};

class Fields {
 public:
  Fields();
  ~Fields();
  Fields(const Fields&);
  Fields(Fields&&) noexcept;
  Fields& operator=(const Fields&);
  Fields& operator=(Fields&&) noexcept;

  // The leaves of a space, which name each row of the author's struct exactly once, or at most once
  // where the struct says so. `what` is the struct's name in errors.
  Fields(const SpaceNode& space, const StructFacts& facts, const std::string& what);

  // The leaves of a space that no struct stands behind.
  static Fields of_leaves(const SpaceNode& root);

  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  const Field& operator[](std::size_t i) const { return list_[i]; }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

 private:
  void add_leaves(const SpaceNode& node);

  std::vector<Field> list_;
};

// One of the author's structs, which is pointed at one row after another of some columns. It
// consists of row slots only, so it is treated as an array of them.
template <class Struct>
class FieldView {
 public:
  static constexpr std::size_t kSlots = kStructFacts<Struct>.rows;
  static_assert(
      std::is_empty_v<Struct> || sizeof(Struct) % sizeof(RowSlot) == 0,
      "Observation, Action and Info structs hold pp::Row and pp::PlayerRows members only");

  explicit FieldView(const Fields& fields, std::size_t max_players) {
    column_.fill(kNone);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::size_t k = fields[i].leaf.slot_offset / sizeof(RowSlot);
      column_[k] = i;
      stride_[k] = fields[i].row_bytes * (fields[i].leaf.per_player ? max_players : 1);
      slots(struct_)[k].elements = static_cast<std::uint32_t>(fields[i].leaf.elements());
    }
  }

  // Chooses the columns, one for each field in order.
  void attach(const std::byte* const* columns) {
    for (std::size_t k = 0; k < kSlots; ++k) {
      if (column_[k] != kNone) base_[k] = const_cast<std::byte*>(columns[column_[k]]);
    }
  }

  // By value, so that the slots can stay in registers, because rules may write to any memory.
  Struct at(std::size_t row, std::size_t players) const {
    Struct view = struct_;
    for (std::size_t k = 0; k < kSlots; ++k) {
      slots(view)[k].data = base_[k] + row * stride_[k];
      slots(view)[k].players = static_cast<std::uint32_t>(players);
    }
    return view;
  }
  // The same for columns that were not attached.
  Struct at(const std::byte* const* columns, std::size_t row, std::size_t players) const {
    Struct view = struct_;
    for (std::size_t k = 0; k < kSlots; ++k) {
      if (column_[k] != kNone) {
        slots(view)[k].data = const_cast<std::byte*>(columns[column_[k]]) + row * stride_[k];
      }
      slots(view)[k].players = static_cast<std::uint32_t>(players);
    }
    return view;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);  // a row that was left out

  static RowSlot* slots(Struct& view) { return reinterpret_cast<RowSlot*>(&view); }

  Struct struct_;
  std::array<std::byte*, kSlots> base_{};
  std::array<std::size_t, kSlots> stride_{};
  std::array<std::size_t, kSlots> column_{};
};

}  // namespace pp
