// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A queue of messages between an engine and its client, in shared memory, laid out as
// boost::interprocess::message_queue lays out one of 64 messages of 129 bytes.
//
// Protocol: a mutex guards everything. A ring of 64 numbers points at the messages; messages are
// added before its first and taken from behind its last. Who waits raises a count, which the other
// side reads under the mutex and then signals after unlocking. The engine's side may end at any
// moment, even while it holds the mutex: all waiting is done in slices, between which the caller
// is asked whether to go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace pp::vizdoom {

struct Message {
  std::uint8_t code;
  char command[128];
};
static_assert(sizeof(Message) == 129);

class MessageQueue {
 public:
  static constexpr std::size_t kBytes = 10'448;

  // Called about every 50 ms of waiting; it throws to end the wait.
  using Patience = std::function<void()>;

  // Makes a queue in zeroed memory of kBytes, which must outlive it.
  explicit MessageQueue(std::byte* memory);

  void send(std::uint8_t code, std::string_view command, const Patience& patience);
  std::uint8_t receive(Message& message, const Patience& patience);

 private:
  struct Lock;

  std::byte* memory_;
};

}  // namespace pp::vizdoom
