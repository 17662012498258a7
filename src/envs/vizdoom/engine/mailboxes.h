// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The network of the engines of one game: memory that they share, with a mailbox for each pair.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace pp::vizdoom {

inline constexpr int kMostPlayers = 8;
inline constexpr unsigned short kFirstPort = 5029;  // of the player 0; no port is ever opened

// A ring of packets from one engine to another. The sender writes `end`, the receiver `begin`; both
// are counts of bytes, with release after the bytes and acquire before them.
struct Mailbox {
  static constexpr std::uint64_t kBytes = 1 << 16;
  std::atomic<std::uint64_t> begin, end;
  unsigned char bytes[kBytes];
};

struct Network {
  // Counts the packets for a player, who sleeps on it (a futex) while there are none.
  std::atomic<std::uint32_t> arrivals[kMostPlayers];
  Mailbox boxes[kMostPlayers][kMostPlayers];  // [from][to]
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace pp::vizdoom
