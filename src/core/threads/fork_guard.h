// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Tells a process that it is a forked child: its parent's worker threads do not exist in it, and
// locks they held stay locked. Windows has no forks.
#pragma once

#include <parallel_pool/error.h>

#include <cstdint>
#include <string>

namespace pp {

class ForkGuard {
 public:
  ForkGuard() : born_in_(generation()) {}

  // True in a child forked after this object was made.
  bool forked() const { return born_in_ != generation(); }

  // Throws in such a child. First of all checks of a call, since a fork may have copied a lock that
  // another thread of the parent held.
  void check(const char* call) const {
    if (!forked()) return;
    throw Error(
        ErrorKind::kForked,
        std::string(call) +
            "() was called in a forked child, where the pool's workers do not exist: create "
            "the pool after forking, or start processes by 'spawn' or 'forkserver'");
  }

 private:
  // Forks between this process and the one that loaded the library. One count for all who share an
  // engine.
  static std::uint32_t generation();

  std::uint32_t born_in_;
};

}  // namespace pp
