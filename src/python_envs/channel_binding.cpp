// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Binds channels.
#include "channel_binding.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>
#include <parallel_pool/bindings/arguments.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "child.h"

namespace pp {
namespace {

using Clock = std::chrono::steady_clock;

// Signals are looked for this often while a call waits.
constexpr std::chrono::milliseconds kSlice{50};

void post(Channel& channel, std::uint64_t number, const nb::bytes& payload,
          const std::vector<int>& files) {
  channel.post(number, {payload.c_str(), payload.size()}, files);
  channel.advance();
}

void send(Channel& channel, std::uint64_t number, const nb::bytes& payload,
          const std::vector<int>& files) {
  post(channel, number, payload, files);
  while (channel.writing()) {
    pollfd file = awaited(channel);
    wait_for_files({&file, 1}, kSlice);
    channel.advance();
  }
}

nb::object front(Channel& channel, nb::handle timeout) {
  const std::optional<Clock::time_point> deadline = parse_timeout(timeout);
  for (channel.advance(); channel.front() == nullptr; channel.advance()) {
    if (channel.ended()) {
      PyErr_SetString(PyExc_EOFError, "the other process has ended");
      throw nb::python_error();
    }
    const auto left = deadline ? *deadline - Clock::now() : Clock::duration(kSlice);
    if (left <= Clock::duration::zero()) return nb::none();
    pollfd file = awaited(channel);
    const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(left);
    wait_for_files({&file, 1}, std::min(rounded, kSlice));
  }
  const Message& message = *channel.front();
  nb::list files;
  for (const auto& file : message.files) files.append(nb::cast(file));
  return nb::make_tuple(message.number, nb::bytes(message.bytes.data(), message.bytes.size()),
                        files);
}

std::pair<Channel, OpenFile> channel_pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    PyErr_SetFromErrno(PyExc_OSError);
    throw nb::python_error();
  }
  return {Channel(ends[0]), OpenFile(ends[1])};
}

}  // namespace

void wait_for_files(std::span<pollfd> files, std::chrono::milliseconds most) {
  {
    const nb::gil_scoped_release released;
    poll(files.data(), files.size(), static_cast<int>(most.count()));
  }
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void bind_channel(nb::module_& m) {
  nb::class_<OpenFile>(m, "OpenFile", "An open file, closed with this object.")
      .def(
          "__init__", [](OpenFile* self, int descriptor) { ::new (self) OpenFile(descriptor); },
          nb::arg("descriptor"))
      .def("fileno", &OpenFile::descriptor)
      .def_static("of_process", &open_process, nb::arg("pid"), "That of a process.")
      .def("detach", &OpenFile::detach, "The descriptor, which is no longer closed here.")
      .def("close", [](OpenFile& file) { file = OpenFile(-1); })
      .def(
          "__enter__", [](nb::object self) { return self; },
          nb::sig("def __enter__(self) -> OpenFile"))
      .def(
          "__exit__", [](OpenFile& file, const nb::args&) { file = OpenFile(-1); },
          nb::sig("def __exit__(self, *args: object) -> None"));
  nb::class_<Channel>(m, "Channel",
                      "Messages over one end of a socket pair, which it takes over. No message is "
                      "torn or lost where a signal handler raises.")
      .def(
          "__init__", [](Channel* self, int descriptor) { ::new (self) Channel(descriptor); },
          nb::arg("descriptor"))
      .def("fileno", &Channel::descriptor)
      .def("post", &post, nb::arg("number"), nb::arg("payload"),
           nb::arg("files") = std::vector<int>(),
           nb::sig("def post(self, number: int, payload: bytes, files: list[int] = []) -> None"),
           "Adds a message and does not wait; later calls write what is left of it.")
      .def("send", &send, nb::arg("number"), nb::arg("payload"),
           nb::arg("files") = std::vector<int>(),
           nb::sig("def send(self, number: int, payload: bytes, files: list[int] = []) -> None"),
           "The same, and waits until it is written or the other side has ended.")
      .def("front", &front, nb::arg("timeout").none() = nb::none(),
           nb::sig("def front(self, timeout: float | None = None) "
                   "-> tuple[int, bytes, list[OpenFile]] | None"),
           "The first message that was not popped; None after this many seconds. Raises EOFError "
           "when none will come.")
      .def("pop", &Channel::pop)
      .def("close", &Channel::close);
  m.def("channel_pair", &channel_pair,
        "Two connected ends: a channel, and one for somebody else. Both have an owner at once, "
        "whatever a signal handler raises.");
}

}  // namespace pp
