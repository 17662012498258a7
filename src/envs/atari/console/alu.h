// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The 6507's arithmetic, in binary and in decimal mode.
#pragma once

#include <cstdint>

namespace pp::atari {

struct Sum {
  std::uint8_t value;
  bool carry;
  std::uint8_t overflow;  // in bit 7; the others are anything
};

namespace detail {

// Digits above 9 count as what they are.
constexpr int from_bcd(std::uint8_t byte) { return 10 * (byte >> 4) + (byte & 15); }
constexpr std::uint8_t to_bcd(int number) {
  return static_cast<std::uint8_t>((number % 100 / 10) << 4 | number % 10);
}
constexpr std::uint8_t overflow(std::uint8_t a, std::uint8_t m, std::uint8_t result) {
  return (a ^ result) & (m ^ result);
}

}  // namespace detail

[[gnu::always_inline]] constexpr Sum add(std::uint8_t a, std::uint8_t m, bool carry) {
  const int sum = a + m + carry;
  const auto result = static_cast<std::uint8_t>(sum);
  return {result, sum > 0xff, detail::overflow(a, m, result)};
}

constexpr Sum add_decimal(std::uint8_t a, std::uint8_t m, bool carry) {
  const int sum = detail::from_bcd(a) + detail::from_bcd(m) + carry;
  const std::uint8_t result = detail::to_bcd(sum & 0xff);
  return {result, sum > 99, detail::overflow(a, m, result)};
}

// Subtraction borrows where carry is clear.
[[gnu::always_inline]] constexpr Sum subtract(std::uint8_t a, std::uint8_t m, bool carry) {
  return add(a, static_cast<std::uint8_t>(~m), carry);
}

constexpr Sum subtract_decimal(std::uint8_t a, std::uint8_t m, bool carry) {
  int difference = detail::from_bcd(a) - detail::from_bcd(m) - !carry;
  if (difference < 0) difference += 100;
  // With digits above 9 it may still be negative, and is taken for a number in BCD then.
  const auto result = static_cast<std::uint8_t>(
      difference < 0 ? detail::from_bcd(static_cast<std::uint8_t>(difference))
                     : detail::to_bcd(difference));
  return {result, a >= m + !carry, detail::overflow(a, m, result)};
}

// ARR in decimal mode: AND, then ROR with a correction of both digits. V as in the result.
constexpr Sum and_rotate_decimal(std::uint8_t masked, bool carry) {
  const auto rotated = static_cast<std::uint8_t>(masked >> 1 | carry << 7);
  int result = rotated;
  if ((masked & 15) + (masked & 1) > 5) result = (result & 0xf0) | ((result + 6) & 15);
  const bool high = (masked & 0xf0) + (masked & 0x10) > 0x50;
  if (high) result += 0x60;
  return {static_cast<std::uint8_t>(result), high,
          static_cast<std::uint8_t>((masked ^ rotated) << 1)};
}

}  // namespace pp::atari
