// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads and writes the bytes of states.
#include <parallel_pool/core/author/state_io.h>

#include <cstring>
#include <string>

namespace pp {

void StateIO::finish() const {
  if (reading_ && position_ != input_.size()) {
    throw Error(ErrorKind::kState, "the state holds " + std::to_string(input_.size()) +
                                       " bytes, but the environment reads only " +
                                       std::to_string(position_));
  }
}

void StateIO::one(std::vector<bool>& flags) {
  flags.resize(length(flags.size()));
  for (std::size_t i = 0; i < flags.size(); ++i) {
    bool flag = flags[i];
    one(flag);
    flags[i] = flag;
  }
}

void StateIO::one(std::string& text) {
  text.resize(length(text.size()));
  raw(text.data(), text.size());
}

void StateIO::rows(std::uint8_t* pixels, std::size_t count, std::size_t width) {
  if (within_pool_) return lasting(pixels, count * width);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const row = pixels + i * width;
    bool repeats = !reading_ && i > 0 && std::memcmp(row, row - width, width) == 0;
    one(repeats);
    if (!repeats) {
      raw(row, width);
    } else if (reading_) {
      if (i == 0) refuse("the state holds no first row of a picture");
      std::memcpy(row, row - width, width);
    }
  }
}

void StateIO::run(void* data, std::size_t size) { raw(data, size); }

void StateIO::exact_length(std::size_t expected, std::string_view name) {
  const std::size_t found = length(expected);
  if (found == expected) return;
  throw Error(ErrorKind::kState, "the state holds " + std::to_string(found) + " values of " +
                                     std::string(name) + ", expected " + std::to_string(expected));
}

void StateIO::refuse(std::string_view name, const std::string& given, const std::string& low,
                     const std::string& high) {
  throw Error(ErrorKind::kState, "the state holds " + given + " as its " + std::string(name) +
                                     ", expected " + low + " to " + high);
}

void StateIO::refuse_infinite(std::string_view name) {
  refuse("the state holds numbers of its " + std::string(name) + " that are not finite");
}

void StateIO::refuse(std::string_view message) {
  throw Error(ErrorKind::kState, std::string(message));
}

void StateIO::truncated(std::uint64_t wanted) const {
  throw Error(ErrorKind::kState, "the state is cut short: " + std::to_string(wanted) +
                                     " more bytes expected at byte " + std::to_string(position_) +
                                     " of " + std::to_string(input_.size()));
}

}  // namespace pp
