// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Typed views of one environment's part of a batch: authors read actions from them and write
// observations to them. A Row owns no memory; the engine points it at memory before each call.
#pragma once

#include <parallel_pool/core/author/scalar.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pp {

// The extent of a Row whose size is known only at run time (given once, in the environment's spec).
inline constexpr std::size_t kDynamic = static_cast<std::size_t>(-1);

// The part that the engine sets: the address of the data, and sizes that the type does not state.
struct RowSlot {
  std::byte* data = nullptr;
  std::uint32_t elements = 0;  // of one row (of one player, for player rows)
  std::uint32_t players = 0;

  RowSlot() = default;
  RowSlot(const RowSlot&) = default;
  RowSlot& operator=(const RowSlot&) = delete;  // assigning a view would hide a forgotten copy
};

// An array of T for one environment: Row<float, 4>, Row<std::uint8_t, 4, 84, 84>, or
// Row<float, kDynamic>, flat in memory, last axis fastest.
template <class T, std::size_t... Extents>
class Row : public RowSlot {
  static_assert(Scalar<T>,
                "a pp::Row holds bool, std::int8_t to std::int64_t, std::uint8_t to std::uint64_t, "
                "float or double");

 public:
  using value_type = T;
  static constexpr bool kIsDynamic = ((Extents == kDynamic) || ...);
  static constexpr bool kIsPlayerRow = false;
  static constexpr std::array<std::size_t, sizeof...(Extents)> kShape{Extents...};
  static_assert(((Extents > 0) && ...), "a Row's extents are positive, or pp::kDynamic");
  static_assert(!kIsDynamic || sizeof...(Extents) == 1,
                "a Row of run-time size is Row<T, pp::kDynamic>; its shape is given in the spec");

  using RowSlot::RowSlot;
  explicit Row(const RowSlot& slot) : RowSlot(slot) {}

  static constexpr std::size_t size()
    requires(!kIsDynamic)
  {
    return (Extents * ...);
  }
  std::size_t size() const
    requires kIsDynamic
  {
    return elements;
  }

  T* values() { return reinterpret_cast<T*>(data); }
  const T* values() const { return reinterpret_cast<const T*>(data); }
  T& operator[](std::size_t i) { return values()[i]; }
  const T& operator[](std::size_t i) const { return values()[i]; }
  T* begin() { return values(); }
  T* end() { return values() + size(); }
  const T* begin() const { return values(); }
  const T* end() const { return values() + size(); }

  template <std::size_t N>
  Row& operator=(const std::array<T, N>& source)
    requires(!kIsDynamic)
  {
    static_assert(N == size(), "the array's length differs from the Row's size");
    std::copy(source.begin(), source.end(), begin());
    return *this;
  }
};

// A single T for one environment. It reads and assigns like a T.
template <class T>
class Row<T> : public RowSlot {
  static_assert(Scalar<T>,
                "a pp::Row holds bool, std::int8_t to std::int64_t, std::uint8_t to std::uint64_t, "
                "float or double");

 public:
  using value_type = T;
  static constexpr bool kIsDynamic = false;
  static constexpr bool kIsPlayerRow = false;
  static constexpr std::array<std::size_t, 0> kShape{};

  using RowSlot::RowSlot;
  explicit Row(const RowSlot& slot) : RowSlot(slot) {}

  static constexpr std::size_t size() { return 1; }
  T* values() { return reinterpret_cast<T*>(data); }
  const T* values() const { return reinterpret_cast<const T*>(data); }
  operator T() const { return *values(); }
  Row& operator=(T value) {
    *values() = value;
    return *this;
  }
};

// Text of at most N bytes of UTF-8 for one environment, or of as many as the spec says:
// Text<pp::kDynamic>. It must not hold a zero byte. Python gets a str where a face can carry it,
// and else the bytes, with zeros after them.
template <std::size_t N>
class Text : public RowSlot {
  static_assert(N > 0, "a pp::Text holds at least one byte");

 public:
  using value_type = std::uint8_t;
  static constexpr bool kIsDynamic = N == kDynamic;
  static constexpr bool kIsPlayerRow = false;
  static constexpr std::array<std::size_t, 1> kShape{N};

  using RowSlot::RowSlot;
  explicit Text(const RowSlot& slot) : RowSlot(slot) {}

  std::size_t capacity() const { return kIsDynamic ? elements : N; }
  std::string_view view() const {
    const auto* const text = reinterpret_cast<const char*>(data);
    return {text, strnlen(text, capacity())};
  }
  // Throws std::length_error for a longer text.
  Text& operator=(std::string_view text) {
    if (text.size() > capacity()) too_long(text.size());
    std::memcpy(data, text.data(), text.size());
    // What lies behind the text is cleared where a face shows it: most rows have long texts' room.
    if (text.size() < capacity()) data[text.size()] = std::byte{0};
    return *this;
  }

 private:
  [[noreturn, gnu::cold]] void too_long(std::size_t size) const {
    throw std::length_error("a text of " + std::to_string(size) +
                            " bytes does not fit a pp::Text of " + std::to_string(capacity()));
  }
};

// One Row for each current player of an environment. For actions, these are the players that act;
// for observations, their number is what `players()` returns after the step.
template <class T, std::size_t... Extents>
class PlayerRows : public RowSlot {
 public:
  using value_type = T;
  using row_type = Row<T, Extents...>;
  static constexpr bool kIsDynamic = row_type::kIsDynamic;
  static constexpr bool kIsPlayerRow = true;
  static constexpr auto kShape = row_type::kShape;

  std::size_t size() const { return players; }
  // All rows, one after the other.
  T* values() { return reinterpret_cast<T*>(data); }
  const T* values() const { return reinterpret_cast<const T*>(data); }
  row_type operator[](std::size_t player) { return at(player); }
  const row_type operator[](std::size_t player) const { return at(player); }

 private:
  row_type at(std::size_t player) const {
    RowSlot slot(*this);
    const std::size_t count = kIsDynamic ? elements : fixed_count();
    slot.data += player * count * sizeof(T);
    return row_type(slot);
  }
  static constexpr std::size_t fixed_count() {
    std::size_t count = 1;
    for (const std::size_t extent : kShape) count *= extent;
    return count;
  }
};

static_assert(sizeof(Row<double>) == sizeof(RowSlot) && sizeof(Row<float, 4>) == sizeof(RowSlot) &&
                  sizeof(PlayerRows<bool, 2>) == sizeof(RowSlot) &&
                  sizeof(Text<8>) == sizeof(RowSlot),
              "every row type is a bare slot, so that fields can be found by their offset");

}  // namespace pp
