// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A child process that always has an owner.
//
// A signal handler may raise between any two instructions of Python code: after a process was started,
// and before its id was stored. Here, starting it and storing its id are one call, and the destructor
// kills the child and waits for it. So no child is left, not even as a zombie.
#pragma once

#include <nanobind/nanobind.h>
#include <sys/types.h>

#include <optional>

#include "channel.h"

namespace nb = nanobind;

namespace pp {

class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  // Calls a function written in C that starts a process and returns its id, such as os.fork.
  void start(const nb::callable& function, const nb::args& args, const nb::kwargs& kwargs);
  pid_t pid() const { return pid_; }
  // Becomes readable when it has ended.
  int descriptor() const { return file_.descriptor(); }
  // Ends it and its process group; its status, if it can be known soon.
  std::optional<int> end();

 private:
  pid_t pid_ = 0;
  pid_t owner_ = 0;  // in a fork of that process, this object owns nothing
  bool waited_for_ = false;
  OpenFile file_{-1};
};

// The descriptor of a process, with its owner.
OpenFile open_process(int pid);

void bind_child(nb::module_& m);

}  // namespace pp
