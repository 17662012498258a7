// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The memory of a queue of messages, laid out as boost::interprocess::message_queue lays out one of
// 64 messages of 129 bytes: a ring of 64 numbers points at the messages; messages are added before
// its first and taken from behind its last. Who calls these holds the queue's mutex.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "layout.h"

namespace pp::vizdoom {

// Codes of messages to the engine and from it.
enum Code : std::uint8_t {
  kDone = 11,
  kClosed = 12,
  kError = 13,
  kTic = 21,
  kPicture = 22,
  kTicAndPicture = 23,
  kCommand = 24,
  kClose = 25,
};

struct Message {
  std::uint8_t code;
  char command[128];
};
static_assert(sizeof(Message) == 129);

namespace ring {

inline constexpr std::int64_t kCapacity = 64;
inline constexpr std::size_t kReady = 0, kIndexOffset = 16, kCapacityAt = 24, kSizeAt = 32;
inline constexpr std::size_t kCount = 40, kMutex = 48, kNotEmpty = 88, kNotFull = 136, kFirst = 184;
inline constexpr std::size_t kBlockedSenders = 192, kIndex = 208;
inline constexpr std::size_t kMessages = 720, kMessageBytes = 152, kData = 16;
inline constexpr std::size_t kBytes = 10'448;
static_assert(kMessages + kCapacity * kMessageBytes == kBytes);

inline std::int64_t count(const std::byte* memory) {
  return layout::read<std::int64_t>(memory, kCount);
}

inline std::byte* message(std::byte* memory, std::int64_t position) {
  const std::size_t at = kIndex + 8 * static_cast<std::size_t>(position % kCapacity);
  return memory + at + layout::read<std::int64_t>(memory, at);
}

// Adds a message to a queue that is not full.
inline void push(std::byte* memory, std::uint8_t code, const char* command = "",
                 std::size_t size = 0) {
  const std::int64_t first =
      (layout::read<std::int64_t>(memory, kFirst) + kCapacity - 1) % kCapacity;
  layout::write(memory, kFirst, first);
  std::byte* const place = message(memory, first);
  layout::write(place, 0, std::uint64_t{sizeof(Message)});
  layout::write(place, 8, std::uint32_t{0});
  layout::write(place, kData, code);
  std::memcpy(place + kData + 1, command, size);
  layout::write(place, kData + 1 + size, '\0');
  layout::write(memory, kCount, count(memory) + 1);
}

// Takes the oldest message from a queue that is not empty.
inline void pop(std::byte* memory, Message& message) {
  const std::int64_t last = layout::read<std::int64_t>(memory, kFirst) + count(memory) - 1;
  std::memcpy(&message, ring::message(memory, last) + kData, sizeof(Message));
  message.command[sizeof(message.command) - 1] = '\0';
  layout::write(memory, kCount, count(memory) - 1);
}

}  // namespace ring
}  // namespace pp::vizdoom
