// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The engine's errors. Each kind becomes one Python exception class.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace pp {

enum class ErrorKind : std::uint8_t {
  kValue,
  kType,
  kIndex,
  kTimeout,
  kInvalidAction,
  kResetNeeded,
  kInFlight,
  kNothingInFlight,
  kClosed,
  kForked,
  kConcurrentCall,
  kState,
  kUnsupported,
  kPool,
};

// What is said of an exception that has no text.
inline constexpr const char* kNoStdException = "an exception that is no std::exception";

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace pp
