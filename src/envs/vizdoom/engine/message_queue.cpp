// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sends and receives messages as boost::interprocess::message_queue does.
#include "message_queue.h"

#include <pthread.h>
#include <time.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "layout.h"

namespace pp::vizdoom {
namespace {

using layout::read;
using layout::write;

constexpr std::int64_t kCapacity = 64;
constexpr std::size_t kReady = 0, kIndexOffset = 16, kCapacityAt = 24, kSizeAt = 32, kCount = 40;
constexpr std::size_t kMutex = 48, kNotEmpty = 88, kNotFull = 136, kFirst = 184;
constexpr std::size_t kBlockedSenders = 192, kBlockedReceivers = 200, kIndex = 208;
constexpr std::size_t kMessages = 720, kMessageBytes = 152, kData = 16;
static_assert(kMessages + kCapacity * kMessageBytes == MessageQueue::kBytes);
// Whether locks are here what they are where the engine was built.
constexpr bool kSameLocks =
    sizeof(pthread_mutex_t) == kNotEmpty - kMutex && sizeof(pthread_cond_t) == kNotFull - kNotEmpty;

constexpr long kSlice = 50'000'000;  // ns

pthread_mutex_t* mutex(std::byte* memory) {
  return reinterpret_cast<pthread_mutex_t*>(memory + kMutex);
}
pthread_cond_t* condition(std::byte* memory, std::size_t at) {
  return reinterpret_cast<pthread_cond_t*>(memory + at);
}

timespec after_slice(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  time.tv_nsec += kSlice;
  if (time.tv_nsec >= 1'000'000'000) {
    time.tv_nsec -= 1'000'000'000;
    ++time.tv_sec;
  }
  return time;
}

void add(std::byte* memory, std::size_t at, std::int64_t change) {
  write(memory, at, read<std::int64_t>(memory, at) + change);
}

}  // namespace

struct MessageQueue::Lock {
  Lock(std::byte* memory, const Patience& patience) : memory(memory) {
    while (pthread_mutex_trylock(mutex(memory)) != 0) {
      const timespec until = after_slice(CLOCK_REALTIME);
      if (pthread_mutex_timedlock(mutex(memory), &until) == 0) break;
      patience();
    }
  }
  ~Lock() { pthread_mutex_unlock(mutex(memory)); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  // Waits until the queue has not `count` messages.
  void wait_while(std::int64_t count, std::size_t event, std::size_t blocked,
                  const Patience& patience) {
    while (read<std::int64_t>(memory, kCount) == count) {
      const timespec until = after_slice(CLOCK_MONOTONIC);
      add(memory, blocked, 1);
      const int result = pthread_cond_timedwait(condition(memory, event), mutex(memory), &until);
      add(memory, blocked, -1);
      if (result != 0 && read<std::int64_t>(memory, kCount) == count) patience();
    }
  }

  std::byte* message(std::int64_t position) {
    const std::size_t at = kIndex + 8 * static_cast<std::size_t>(position % kCapacity);
    return memory + at + read<std::int64_t>(memory, at);
  }

  std::byte* const memory;
};

MessageQueue::MessageQueue(std::byte* memory) : memory_(memory) {
  if (!kSameLocks) throw std::runtime_error("ViZDoom's engine does not run on this platform");
  write(memory, kIndexOffset, static_cast<std::int64_t>(kIndex - kIndexOffset));
  write(memory, kCapacityAt, kCapacity);
  write(memory, kSizeAt, static_cast<std::int64_t>(sizeof(Message)));
  pthread_mutexattr_t shared;
  pthread_mutexattr_init(&shared);
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(mutex(memory), &shared);
  pthread_mutexattr_destroy(&shared);
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setpshared(&monotonic, PTHREAD_PROCESS_SHARED);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(condition(memory, kNotEmpty), &monotonic);
  pthread_cond_init(condition(memory, kNotFull), &monotonic);
  pthread_condattr_destroy(&monotonic);
  for (std::int64_t i = 0; i < kCapacity; ++i) {
    const auto place = static_cast<std::int64_t>(kMessages) + i * std::int64_t{kMessageBytes};
    const auto at = static_cast<std::int64_t>(kIndex) + 8 * i;
    write(memory, static_cast<std::size_t>(at), place - at);
  }
  write(memory, kReady, std::uint32_t{2});  // before the engine exists
}

void MessageQueue::send(std::uint8_t code, std::string_view command, const Patience& patience) {
  if (command.size() >= sizeof(Message::command)) {
    throw std::length_error("a command of " + std::to_string(command.size()) +
                            " bytes is too long for the engine, which takes 127");
  }
  bool awaited;
  {
    Lock lock(memory_, patience);
    lock.wait_while(kCapacity, kNotFull, kBlockedSenders, patience);
    const std::int64_t first = (read<std::int64_t>(memory_, kFirst) + kCapacity - 1) % kCapacity;
    write(memory_, kFirst, first);
    std::byte* const place = lock.message(first);
    write(place, 0, std::uint64_t{sizeof(Message)});
    write(place, 8, std::uint32_t{0});
    write(place, kData, code);
    std::memcpy(place + kData + 1, command.data(), command.size());
    write(place, kData + 1 + command.size(), '\0');
    add(memory_, kCount, 1);
    awaited = read<std::int64_t>(memory_, kBlockedReceivers) > 0;
  }
  if (awaited) pthread_cond_signal(condition(memory_, kNotEmpty));
}

std::uint8_t MessageQueue::receive(Message& message, const Patience& patience) {
  bool awaited;
  {
    Lock lock(memory_, patience);
    lock.wait_while(0, kNotEmpty, kBlockedReceivers, patience);
    const std::int64_t last =
        read<std::int64_t>(memory_, kFirst) + read<std::int64_t>(memory_, kCount) - 1;
    std::memcpy(&message, lock.message(last) + kData, sizeof(Message));
    add(memory_, kCount, -1);
    awaited = read<std::int64_t>(memory_, kBlockedSenders) > 0;
  }
  if (awaited) pthread_cond_signal(condition(memory_, kNotFull));
  message.command[sizeof(message.command) - 1] = '\0';
  return message.code;
}

}  // namespace pp::vizdoom
