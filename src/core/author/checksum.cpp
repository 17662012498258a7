// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The checksum of saved states, nearly as fast as memory is read.
#include <parallel_pool/core/author/checksum.h>
#include <parallel_pool/error.h>

#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace pp {
namespace {

constexpr std::size_t kLanes = 8, kWord = sizeof(std::uint64_t);

// A bijection of the lane, and of the word.
std::uint64_t step(std::uint64_t lane, std::uint64_t word) {
  return std::rotl(lane ^ word, 29) * 0x9e3779b185ebca87;  // odd, with its bits spread evenly
}

std::uint64_t word_at(const char* from, std::size_t size = kWord) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, size);
  return word;
}

}  // namespace

// Words go in turns to lanes, which the CPU advances side by side.
std::uint64_t checksum(std::string_view bytes) {
  std::array<std::uint64_t, kLanes> lanes = {1, 2, 3, 4, 5, 6, 7, 8};
  const char* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= kLanes * kWord; left -= kLanes * kWord, at += kLanes * kWord) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < kLanes; ++i) lanes[i] = step(lanes[i], word_at(at + i * kWord));
  }
  std::uint64_t sum = bytes.size();
  for (const std::uint64_t lane : lanes) sum = step(sum, lane);
  for (; left >= kWord; left -= kWord, at += kWord) sum = step(sum, word_at(at));
  if (left > 0) sum = step(sum, word_at(at, left));
  return step(sum, sum >> 32);
}

void seal(char* sealed, std::size_t size) {
  const std::uint64_t sum = checksum({sealed + kSealBytes, size - kSealBytes});
  std::memcpy(sealed, &sum, kSealBytes);
}

std::string_view unsealed(std::string_view sealed) {
  if (sealed.size() < kSealBytes) {
    throw Error(ErrorKind::kState, "the state is damaged: it ends within its header");
  }
  const std::uint64_t expected = word_at(sealed.data());
  sealed.remove_prefix(kSealBytes);
  const std::uint64_t sum = checksum(sealed);
  if (sum != expected) {
    throw Error(ErrorKind::kState, "the state is damaged: the checksum of its " +
                                       std::to_string(sealed.size()) + " bytes is " +
                                       std::to_string(sum) + ", its header says " +
                                       std::to_string(expected));
  }
  return sealed;
}

}  // namespace pp
