// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The client's end of a queue of messages between an engine and its client, in shared memory.
//
// Protocol: a mutex guards everything. The engine's side may end at any moment, even while it holds
// the mutex: all waiting is done in slices, between which the caller is asked whether to go on.
// Nobody waits for a message here: control.h says how the two sides wait for each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "message_ring.h"

namespace pp::vizdoom {

class MessageQueue {
 public:
  // Called about every 50 ms of waiting; it throws to end the wait.
  using Patience = std::function<void()>;

  // Makes a queue in zeroed memory of ring::kBytes, which must outlive it.
  explicit MessageQueue(std::byte* memory);

  // Adds a message, and calls `added` before anyone can see it.
  void send(std::uint8_t code, std::string_view command, const std::function<void()>& added,
            const Patience& patience);
  // Takes a message if there is one, and nobody is about to add or take another.
  bool try_receive(Message& message);

 private:
  class Lock;

  std::byte* memory_;
};

}  // namespace pp::vizdoom
