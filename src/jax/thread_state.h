// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// XLA runs programs in threads of its own, of which Python knows nothing. To take the GIL, such a
// thread needs a thread state of Python's, and to make one for each call would cost as much as a step.
#pragma once

#include <Python.h>

namespace pp {

// Makes a thread state at the first call in a thread that has none. It is kept for all later calls,
// and Python frees it when the process ends: nobody can take the GIL when a thread ends, because
// Python may be gone by then.
inline void keep_thread_state() {
  static thread_local bool kept = false;
  if (kept) return;
  kept = true;
  if (PyGILState_GetThisThreadState() != nullptr) return;
  PyGILState_Ensure();  // counts this use, which is never given back
  PyEval_SaveThread();
}

}  // namespace pp
