// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Saved states are sealed: a checksum of 64 bits precedes them. It finds damage, not malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pp {

inline constexpr std::size_t kSealBytes = sizeof(std::uint64_t);

// Bytes that differ in one word of eight bytes have different sums for certain.
std::uint64_t checksum(std::string_view bytes);

// Writes the seal of what follows it.
void seal(char* sealed, std::size_t size);
// What follows the seal. Throws an Error of kind kState if it does not fit.
std::string_view unsealed(std::string_view sealed);

}  // namespace pp
