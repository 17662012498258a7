// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Messages over a stream socket: a number, bytes, and open files. A pool and its workers talk by
// them, and both with the starter.
//
// Protocol
//   A message is a header and its bytes; files travel with the header. Who answers a message repeats
//   its number, so that an answer that nobody waits for any longer is told from the one awaited.
//
//   Nothing here waits or runs Python code. A call that ends early, since a signal handler raised,
//   loses nothing: what is left to write stays in `outgoing_`, what was read of a message in
//   `incoming_`, and a whole message until it is popped. So none is ever torn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pp {

// An open file that this object owns.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  OpenFile(OpenFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept;
  ~OpenFile();

  int descriptor() const { return descriptor_; }
  // The descriptor, which is the caller's from now on.
  int detach() { return std::exchange(descriptor_, -1); }

 private:
  int descriptor_;
};

struct Message {
  std::uint64_t number = 0;
  std::string bytes;
  // Fewer than were sent where this process may not open more.
  std::vector<std::shared_ptr<OpenFile>> files;
  std::size_t files_sent = 0;
};

class Channel {
 public:
  static constexpr std::size_t kMostFiles = 4;

  // Takes over the descriptor of one end of a socket pair.
  explicit Channel(int descriptor) : socket_(descriptor) {}

  int descriptor() const { return socket_.descriptor(); }
  // Adds a message to what is to be written. The files stay the caller's. Throws an Error, and adds
  // nothing, if they cannot be duplicated.
  void post(std::uint64_t number, std::string_view bytes, std::span<const int> files = {});
  // Writes and reads what is possible without waiting; a second message only after the first was
  // popped.
  void advance();
  bool writing() const { return !outgoing_.empty(); }
  // How many bytes were written and read: whether the other side gets on.
  std::uint64_t moved() const { return moved_; }
  // The message that was read first; null if there is none.
  const Message* front() const { return complete_ ? &incoming_ : nullptr; }
  void pop();
  // No message will come any more.
  bool ended() const { return ended_ && !complete_; }
  void close();

 private:
  struct Header {
    static constexpr std::uint32_t kMagic = 0x4d507070;  // "ppPM"

    std::uint32_t magic = kMagic;
    std::uint32_t files = 0;
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
  };
  struct Outgoing {
    std::string bytes;  // the header's, too
    std::size_t written = 0;
    std::vector<OpenFile> files;
  };

  void write();
  void read();
  bool read_header();
  // Adds up to `count` bytes to what was read; false if there are none now.
  bool read_some(char* to, std::size_t& have, std::size_t count);

  OpenFile socket_;
  std::deque<Outgoing> outgoing_;
  std::uint64_t moved_ = 0;
  Message incoming_;
  Header header_;
  std::size_t header_have_ = 0;
  std::size_t have_ = 0;  // of incoming_.bytes
  bool complete_ = false;
  bool ended_ = false;
};

}  // namespace pp
