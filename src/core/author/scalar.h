// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The scalar types that a batch column may hold, as C++ types and as run-time tags.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace pp {

enum class DType : std::uint8_t {
  kBool,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kUInt8,
  kUInt16,
  kUInt32,
  kUInt64,
  kFloat32,
  kFloat64,
  kFloat16,  // no C++ type: environments in Python have such columns
};

template <class T>
concept Scalar =
    std::same_as<T, bool> || std::same_as<T, std::int8_t> || std::same_as<T, std::int16_t> ||
    std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t> ||
    std::same_as<T, std::uint8_t> || std::same_as<T, std::uint16_t> ||
    std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t> || std::same_as<T, float> ||
    std::same_as<T, double>;

template <Scalar T>
consteval DType dtype_of() {
  if constexpr (std::same_as<T, bool>) return DType::kBool;
  if constexpr (std::same_as<T, std::int8_t>) return DType::kInt8;
  if constexpr (std::same_as<T, std::int16_t>) return DType::kInt16;
  if constexpr (std::same_as<T, std::int32_t>) return DType::kInt32;
  if constexpr (std::same_as<T, std::int64_t>) return DType::kInt64;
  if constexpr (std::same_as<T, std::uint8_t>) return DType::kUInt8;
  if constexpr (std::same_as<T, std::uint16_t>) return DType::kUInt16;
  if constexpr (std::same_as<T, std::uint32_t>) return DType::kUInt32;
  if constexpr (std::same_as<T, std::uint64_t>) return DType::kUInt64;
  if constexpr (std::same_as<T, float>) return DType::kFloat32;
  if constexpr (std::same_as<T, double>) return DType::kFloat64;
}

constexpr std::size_t size_of(DType dtype) {
  switch (dtype) {
    case DType::kBool:
    case DType::kInt8:
    case DType::kUInt8:
      return 1;
    case DType::kInt16:
    case DType::kUInt16:
    case DType::kFloat16:
      return 2;
    case DType::kInt32:
    case DType::kUInt32:
    case DType::kFloat32:
      return 4;
    case DType::kInt64:
    case DType::kUInt64:
    case DType::kFloat64:
      return 8;
  }
  return 0;
}

constexpr bool is_floating(DType dtype) {
  return dtype == DType::kFloat16 || dtype == DType::kFloat32 || dtype == DType::kFloat64;
}

}  // namespace pp
