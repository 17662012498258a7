// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ctrl-C in a jitted program. XLA runs the program in a thread of its own while Python's main thread
// waits for the result in C++, where it cannot run its signal handler. So the program has to end.
//
// Protocol:
//   1. A handler of SIGINT calls Python's own handler and then counts the signal.
//   2. The first step of each run of a program notes the count.
//   3. A later step of the run that finds another count ends the run with an error. The main thread
//      then continues, and raises KeyboardInterrupt.
// A signal that came before the run therefore does not end it.
#pragma once

#include <cstdint>

namespace pp {

// Whether Ctrl-C was pressed since the first step of this run, unless a signal handler of the user
// takes care of it. Needs the GIL.
bool interrupted(std::int64_t run_id);

}  // namespace pp
