// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sends and receives messages as boost::interprocess::message_queue does.
#include "message_queue.h"

#include <pthread.h>
#include <time.h>

#include <stdexcept>
#include <string>

namespace pp::vizdoom {
namespace {

using layout::write;

// Whether locks are here what they are where the engine was built.
constexpr bool kSameLocks = sizeof(pthread_mutex_t) == ring::kNotEmpty - ring::kMutex &&
                            sizeof(pthread_cond_t) == ring::kNotFull - ring::kNotEmpty;

constexpr long kSlice = 50'000'000;  // ns

pthread_mutex_t* mutex(std::byte* memory) {
  return reinterpret_cast<pthread_mutex_t*>(memory + ring::kMutex);
}
pthread_cond_t* condition(std::byte* memory, std::size_t at) {
  return reinterpret_cast<pthread_cond_t*>(memory + at);
}

timespec after_slice() {
  timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_nsec += kSlice;
  if (time.tv_nsec >= 1'000'000'000) {
    time.tv_nsec -= 1'000'000'000;
    ++time.tv_sec;
  }
  return time;
}

}  // namespace

class MessageQueue::Lock {
 public:
  Lock(std::byte* memory, const Patience& patience) : mutex_(mutex(memory)) {
    while (pthread_mutex_trylock(mutex_) != 0) {
      const timespec until = after_slice();
      if (pthread_mutex_timedlock(mutex_, &until) == 0) break;
      patience();
    }
  }
  ~Lock() { pthread_mutex_unlock(mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  pthread_mutex_t* const mutex_;
};

MessageQueue::MessageQueue(std::byte* memory) : memory_(memory) {
  if (!kSameLocks) throw std::runtime_error("ViZDoom's engine does not run on this platform");
  write(memory, ring::kIndexOffset, static_cast<std::int64_t>(ring::kIndex - ring::kIndexOffset));
  write(memory, ring::kCapacityAt, ring::kCapacity);
  write(memory, ring::kSizeAt, static_cast<std::int64_t>(sizeof(Message)));
  pthread_mutexattr_t shared;
  pthread_mutexattr_init(&shared);
  pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(mutex(memory), &shared);
  pthread_mutexattr_destroy(&shared);
  pthread_condattr_t processes;
  pthread_condattr_init(&processes);
  pthread_condattr_setpshared(&processes, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(condition(memory, ring::kNotEmpty), &processes);
  pthread_cond_init(condition(memory, ring::kNotFull), &processes);
  pthread_condattr_destroy(&processes);
  for (std::int64_t i = 0; i < ring::kCapacity; ++i) {
    const auto place =
        static_cast<std::int64_t>(ring::kMessages) + i * std::int64_t{ring::kMessageBytes};
    const auto at = static_cast<std::int64_t>(ring::kIndex) + 8 * i;
    write(memory, static_cast<std::size_t>(at), place - at);
  }
  write(memory, ring::kReady, std::uint32_t{2});  // before the engine exists
}

void MessageQueue::send(std::uint8_t code, std::string_view command,
                        const std::function<void()>& added, const Patience& patience) {
  if (command.size() >= sizeof(Message::command)) {
    throw std::length_error("a command of " + std::to_string(command.size()) +
                            " bytes is too long for the engine, which takes 127");
  }
  for (;;) {
    {
      const Lock lock(memory_, patience);
      if (ring::count(memory_) < ring::kCapacity) {
        ring::push(memory_, code, command.data(), command.size());
        added();
        return;
      }
    }
    const timespec slice{.tv_sec = 0, .tv_nsec = kSlice};
    nanosleep(&slice, nullptr);
    patience();
  }
}

bool MessageQueue::try_receive(Message& message) {
  if (pthread_mutex_trylock(mutex(memory_)) != 0) return false;
  const bool found = ring::count(memory_) > 0;
  if (found) ring::pop(memory_, message);
  pthread_mutex_unlock(mutex(memory_));
  return found;
}

}  // namespace pp::vizdoom
