// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Saving and loading of environment state through one member function:
// `void serialize(pp::StateIO& io) { io(position_, velocity_, deck_); }` serves both directions.
#pragma once

#include <parallel_pool/core/author/checksum.h>
#include <parallel_pool/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pp {

class StateIO {
 public:
  // A writer; `bytes()` is what it wrote.
  StateIO() = default;
  // A reader over `bytes`, which must outlive it.
  explicit StateIO(std::string_view bytes) : input_(bytes), reading_(true) {}

  // A writer that appends to `bytes`.
  static StateIO append_to(std::string bytes) {
    StateIO io;
    io.output_ = std::move(bytes);
    return io;
  }

  // The same for a copy that another environment of the pool takes over at once. Nobody can damage
  // it, so it needs no headers and checksums. If what is copied
  // `stays` as it is until the copy is taken over, the bytes say where lasting numbers are, so that
  // these are copied once.
  static StateIO copy_to(std::string bytes, bool stays) {
    StateIO io = append_to(std::move(bytes));
    io.within_pool_ = true;
    io.stays_ = stays;
    return io;
  }
  static StateIO copy_from(std::string_view bytes, bool stays) {
    StateIO io(bytes);
    io.within_pool_ = true;
    io.stays_ = stays;
    return io;
  }

  bool reading() const { return reading_; }
  // Whether it reads a state from outside, which may hold anything: only then `within` and the like
  // look at what they read. Copies within the pool are sound, or their environment must be reset.
  bool checks() const { return reading_ && !within_pool_; }
  bool within_pool() const { return within_pool_; }
  const std::string& bytes() const { return output_; }
  std::string take() { return std::move(output_); }

  // Numbers, enums, arrays, vectors and strings of these, and classes with a `serialize`.
  template <class... Members>
  void operator()(Members&... members) {
    (one(members), ...);
  }

  // A run of numbers whose length is fixed; `name` is for the error if a state has another one. The
  // bytes are those of a vector.
  template <class T>
  void block(T* numbers, std::size_t count, std::string_view name) {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    exact_length(count, name);
    run(numbers, count * sizeof(T));
  }

  // A whole number from `low` to `high`, such as an index. A state with another number is refused;
  // `name` is for the error.
  template <class T>
  void within(T& number, std::type_identity_t<T> low, std::type_identity_t<T> high,
              std::string_view name) {
    static_assert(std::is_integral_v<T> && !std::is_same_v<T, bool>);
    T given = number;
    raw(&given, sizeof(T));
    if (checks() && (given < low || given > high)) {
      refuse(name, std::to_string(given), std::to_string(low), std::to_string(high));
    }
    number = given;
  }

  // A counter, such as that of time steps. A state in which it is negative, or could overflow soon,
  // is refused.
  static constexpr std::int64_t kMostCount = std::int64_t{1} << 62;
  void count(std::int64_t& number, std::string_view name) { within(number, 0, kMostCount, name); }

  // Numbers, and arrays and vectors of them. A state in which one is NaN or infinite is refused.
  template <class... Members>
  void finite(std::string_view name, Members&... members) {
    (*this)(members...);
    if (checks() && !(all_finite(members) && ...)) refuse_infinite(name);
  }

  template <class T>
  void finite_block(T* numbers, std::size_t count, std::string_view name) {
    block(numbers, count, name);
    if (checks() && !all_finite(std::span(numbers, count))) refuse_infinite(name);
  }

  // Refuses a state that is not sound; `message` says what it holds.
  void require(bool is_sound, std::string_view message) const {
    if (checks() && !is_sound) refuse(message);
  }

  // Many numbers that lie in the same place as long as the environment lives. Their count is not
  // part of the state.
  template <class T>
  void lasting(T* numbers, std::size_t count) {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    if (!stays_) return run(numbers, count * sizeof(T));
    const void* source = numbers;
    raw(&source, sizeof(source));
    if (reading_ && count != 0) std::memcpy(numbers, source, count * sizeof(T));
  }

  // `count` rows of pixels that lie in the same place as long as the environment lives. A state has
  // no copy of a row that equals the row before it.
  void rows(std::uint8_t* pixels, std::size_t count, std::size_t width);

  // Ends a load. Remaining bytes mean that the state belongs to another layout.
  void finish() const;

 private:
  template <class T>
  void one(T& member) {
    if constexpr (requires { member.serialize(*this); }) {
      member.serialize(*this);
    } else if constexpr (std::is_same_v<T, bool>) {
      auto byte = static_cast<std::uint8_t>(member);
      raw(&byte, 1);
      member = byte != 0;
    } else {
      static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>,
                    "serialize takes numbers, enums, arrays, vectors and strings of these, and "
                    "classes that have a serialize of their own");
      raw(&member, sizeof(T));
    }
  }
  template <class T, std::size_t N>
  void one(T (&members)[N]) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      raw(members, sizeof(members));  // the same bytes at once
    } else {
      for (T& member : members) one(member);
    }
  }
  template <class T, std::size_t N>
  void one(std::array<T, N>& members) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      raw(members.data(), sizeof(members));
    } else {
      for (T& member : members) one(member);
    }
  }
  template <class T>
  void one(std::vector<T>& members) {
    members.resize(length(members.size()));
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      run(members.data(), members.size() * sizeof(T));  // at once
    } else {
      for (T& member : members) one(member);
    }
  }
  void one(std::vector<bool>& flags);  // whose elements have no addresses
  void one(std::string& text);

  std::size_t length(std::size_t current) {
    auto count = static_cast<std::uint64_t>(current);
    raw(&count, sizeof(count));
    if (reading_ && count > input_.size() - position_) truncated(count);
    return static_cast<std::size_t>(count);
  }
  void exact_length(std::size_t expected, std::string_view name);

  static bool all_finite(const auto& members) {
    if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(members)>>) {
      return std::isfinite(members);
    } else {
      return std::ranges::all_of(members, [](const auto& one) { return all_finite(one); });
    }
  }

  // Many bytes. Families that are compiled for size copy slowly in their own code.
  void run(void* data, std::size_t size);
  void raw(void* data, std::size_t size) {
    if (size == 0) return;  // `data` may be null, which memcpy does not allow
    if (!reading_) {
      output_.append(static_cast<const char*>(data), size);
      return;
    }
    if (size > input_.size() - position_) truncated(size);
    std::memcpy(data, input_.data() + position_, size);
    position_ += size;
  }

  [[noreturn]] static void refuse(std::string_view name, const std::string& given,
                                  const std::string& low, const std::string& high);
  [[noreturn]] static void refuse_infinite(std::string_view name);
  [[noreturn]] static void refuse(std::string_view message);
  [[noreturn]] void truncated(std::uint64_t wanted) const;

  std::string output_;
  std::string_view input_;
  std::size_t position_ = 0;
  bool reading_ = false;
  bool within_pool_ = false;
  bool stays_ = false;
};

}  // namespace pp
