// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Saving and loading of environment state through one member function:
// `void serialize(pp::StateIO& io) { io(position_, velocity_, deck_); }` serves both directions.
#pragma once

#include <parallel_pool/core/author/error.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pp {

class StateIO {
 public:
  // A writer; `bytes()` is what it wrote.
  StateIO() = default;
  // A reader over `bytes`, which must outlive it.
  explicit StateIO(std::string_view bytes) : input_(bytes), reading_(true) {}

  bool reading() const { return reading_; }
  const std::string& bytes() const { return output_; }

  // Numbers, enums, arrays, vectors and strings of these, and classes with a `serialize`.
  template <class... Members>
  void operator()(Members&... members) {
    (one(members), ...);
  }

  // Ends a load. Remaining bytes mean that the state belongs to another layout.
  void finish() const {
    if (reading_ && position_ != input_.size()) {
      throw Error(ErrorKind::kState, "the state holds " + std::to_string(input_.size()) +
                                         " bytes, but the environment reads only " +
                                         std::to_string(position_));
    }
  }

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
    for (T& member : members) one(member);
  }
  template <class T>
  void one(std::vector<T>& members) {
    members.resize(length(members.size()));
    for (T& member : members) one(member);
  }
  void one(std::vector<bool>& flags) {  // whose elements have no addresses
    flags.resize(length(flags.size()));
    for (std::size_t i = 0; i < flags.size(); ++i) {
      bool flag = flags[i];
      one(flag);
      flags[i] = flag;
    }
  }
  void one(std::string& text) {
    text.resize(length(text.size()));
    raw(text.data(), text.size());
  }

  std::size_t length(std::size_t current) {
    auto count = static_cast<std::uint64_t>(current);
    raw(&count, sizeof(count));
    if (reading_ && count > input_.size() - position_) truncated(count);
    return static_cast<std::size_t>(count);
  }

  void raw(void* data, std::size_t size) {
    if (!reading_) {
      output_.append(static_cast<const char*>(data), size);
      return;
    }
    if (size > input_.size() - position_) truncated(size);
    std::memcpy(data, input_.data() + position_, size);
    position_ += size;
  }

  [[noreturn]] void truncated(std::uint64_t wanted) const {
    throw Error(ErrorKind::kState, "the state is cut short: " + std::to_string(wanted) +
                                       " more bytes expected at byte " + std::to_string(position_) +
                                       " of " + std::to_string(input_.size()));
  }

  std::string output_;
  std::string_view input_;
  std::size_t position_ = 0;
  bool reading_ = false;
};

}  // namespace pp
