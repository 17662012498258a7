// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Ends this process when another one has ended, however that happened.
#pragma once

namespace pp {

// Makes this process the parent of all that its descendants leave behind.
void adopt_orphans();

// Starts a thread that waits for a process descriptor (pidfd_open) to become readable, and then
// kills this process's group with everything that environments may have started. The thread never
// needs the GIL: it acts while an environment computes.
void end_with(int process_descriptor);

}  // namespace pp
