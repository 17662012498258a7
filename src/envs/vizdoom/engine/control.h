// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Memory that an engine's preloaded library shares with its client, beside the engine's queues: a
// step of several tics, and who sleeps.
//
// Protocol: when the engine has done all that it was sent, it asks for a message of an empty queue
// while it holds the queue's mutex. If tics are left of a step, the library adds the next tic itself,
// so that the engine does not wait for the client between them. Otherwise it copies `sent` to
// `answered`, wakes the client if that sleeps on `answered` (a futex), and sleeps on `sent` (a
// futex). The client increments `sent` with each message that it adds, under the same mutex.
//
// Before it answers, the library copies what the engine carries on to `carried`. Before the engine
// goes on, the library gives it `new_carried`, if the client has set `has_new_carried`.
#pragma once

#include <atomic>
#include <cstdint>

#include "carried.h"

namespace pp::vizdoom {

struct Control {
  std::atomic<std::uint32_t> sent;      // by the client
  std::atomic<std::uint32_t> answered;  // by the engine: all that was sent before is done
  std::atomic<std::uint32_t> engine_sleeps, client_sleeps;
  // The rest of a step. The client writes these while the engine has nothing to do, and reads
  // last_tic when it has finished.
  std::uint32_t tics_left;
  std::uint32_t with_picture;  // after the last tic
  std::int64_t stop_tic;       // the map's tic at which the episode is over; 0: none
  std::uint32_t last_tic;      // the map's tic that the last tic was to lead to
  // The client reads and writes these while the engine has nothing to do.
  Carried carried, new_carried;
  std::uint32_t has_new_carried;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

}  // namespace pp::vizdoom
