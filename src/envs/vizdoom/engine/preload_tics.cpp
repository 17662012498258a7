// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Plays the tics of a step in the engine, without waiting for the client between them. control.h
// states the protocol. The engine waits for messages with pthread_cond_wait; other conditions are
// waited for as ever.
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "carried.h"
#include "control.h"
#include "episode_end.h"
#include "inherited.h"
#include "message_ring.h"

namespace {

using namespace pp::vizdoom;

// Asked before the engine opens files of its own. Engines of other clients do not.
const bool inherits = fcntl(inherited::kControl, F_GETFD) >= 0;

Control* control = nullptr;
const std::byte* state = nullptr;
CarriedVariables carried;

void* shared(int file, std::size_t size, int protection) {
  void* const memory = mmap(nullptr, size, protection, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) _exit(126);
  return memory;
}

bool find_control() {
  if (inherits && control == nullptr) {
    control =
        static_cast<Control*>(shared(inherited::kControl, sizeof(Control), PROT_READ | PROT_WRITE));
    state =
        static_cast<const std::byte*>(shared(inherited::kMemory, layout::kStateSize, PROT_READ));
    carried = find_carried();
  }
  return inherits;
}

// Whether a condition is "a message has come" of a queue: the only mutex that processes share is a
// queue's.
bool is_queue(const pthread_cond_t* condition, const pthread_mutex_t* mutex) {
  constexpr int kShared = 128;
  return (mutex->__data.__kind & kShared) != 0 &&
         reinterpret_cast<const std::byte*>(condition) -
                 reinterpret_cast<const std::byte*>(mutex) ==
             ring::kNotEmpty - ring::kMutex;
}

// The next message of the step; false if it is finished.
bool go_on(std::byte* queue) {
  if (control->tics_left == 0) return false;
  if (is_over(state, control->stop_tic)) {
    control->tics_left = 0;
    if (control->with_picture == 0) return false;
    ring::push(queue, kPicture);
    return true;
  }
  const bool is_last = --control->tics_left == 0;
  control->last_tic = layout::read<std::uint32_t>(state, layout::kMapTic) + 1;
  ring::push(queue, is_last && control->with_picture != 0 ? kTicAndPicture : kTic);
  return true;
}

void sleep_until_sent(pthread_mutex_t* mutex) {
  const std::uint32_t sent = control->sent.load();
  if (carried.bob != nullptr) control->carried.bob = *carried.bob;
  if (carried.noise != nullptr) control->carried.noise = *carried.noise;
  control->answered.store(sent);
  if (control->client_sleeps.load() != 0) {
    syscall(SYS_futex, &control->answered, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
  pthread_mutex_unlock(mutex);
  control->engine_sleeps.store(1);
  syscall(SYS_futex, &control->sent, FUTEX_WAIT, sent, nullptr, nullptr, 0);
  control->engine_sleeps.store(0);
  if (control->has_new_carried != 0) {
    control->has_new_carried = 0;
    if (carried.bob != nullptr) *carried.bob = control->new_carried.bob;
    if (carried.noise != nullptr) *carried.noise = control->new_carried.noise;
  }
  pthread_mutex_lock(mutex);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int pthread_cond_wait(pthread_cond_t* condition,
                                                                pthread_mutex_t* mutex) {
  if (!is_queue(condition, mutex) || !find_control()) {
    constexpr timespec kNever{.tv_sec = time_t{1} << 40, .tv_nsec = 0};
    return pthread_cond_timedwait(condition, mutex, &kNever);
  }
  if (!go_on(reinterpret_cast<std::byte*>(mutex) - ring::kMutex)) sleep_until_sent(mutex);
  return 0;
}
