// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reading and writing messages.
#include "channel.h"

#include <fcntl.h>
#include <parallel_pool/error.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace pp {
namespace {

// Memory for a message's bytes is taken as they come, so that a broken header takes none.
constexpr std::size_t kMostAtOnce = std::size_t{1} << 20;

bool would_wait() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

// Room for the files of a message.
union ControlBytes {
  cmsghdr header;
  char bytes[CMSG_SPACE(Channel::kMostFiles * sizeof(int))];
};

}  // namespace

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void Channel::post(std::uint64_t number, std::string_view bytes, std::span<const int> files) {
  Outgoing message;
  for (const int file : files) {
    const int own = fcntl(file, F_DUPFD_CLOEXEC, 3);
    if (own < 0) {
      throw Error(ErrorKind::kPool, std::string("a file could not be sent to another process: ") +
                                        std::strerror(errno));
    }
    message.files.emplace_back(own);
  }
  const Header header{
      .files = static_cast<std::uint32_t>(files.size()), .number = number, .bytes = bytes.size()};
  message.bytes.reserve(sizeof header + bytes.size());
  message.bytes.append(reinterpret_cast<const char*>(&header), sizeof header);
  message.bytes.append(bytes);
  outgoing_.push_back(std::move(message));
}

void Channel::advance() {
  write();
  read();
}

void Channel::pop() {
  complete_ = false;
  incoming_ = Message();
}

void Channel::close() {
  socket_ = OpenFile(-1);
  outgoing_.clear();
  pop();
  ended_ = true;
}

void Channel::write() {
  while (!outgoing_.empty()) {
    Outgoing& message = outgoing_.front();
    iovec part{message.bytes.data() + message.written, message.bytes.size() - message.written};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    ControlBytes control{};
    if (!message.files.empty()) {
      header.msg_control = control.bytes;
      header.msg_controllen = CMSG_SPACE(message.files.size() * sizeof(int));
      cmsghdr* const files = CMSG_FIRSTHDR(&header);
      files->cmsg_level = SOL_SOCKET;
      files->cmsg_type = SCM_RIGHTS;
      files->cmsg_len = CMSG_LEN(message.files.size() * sizeof(int));
      for (std::size_t i = 0; i < message.files.size(); ++i) {
        const int file = message.files[i].descriptor();
        std::memcpy(CMSG_DATA(files) + i * sizeof file, &file, sizeof file);
      }
    }
    const ssize_t sent = sendmsg(socket_.descriptor(), &header, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0) {
      if (would_wait()) return;
      outgoing_.clear();  // nobody will read it; what was sent to us may still be read
      return;
    }
    message.files.clear();
    message.written += static_cast<std::size_t>(sent);
    moved_ += static_cast<std::uint64_t>(sent);
    if (message.written == message.bytes.size()) outgoing_.pop_front();
  }
}

void Channel::read() {
  if (complete_ || ended_ || !read_header()) return;
  while (have_ < header_.bytes) {
    const std::size_t count = std::min<std::size_t>(header_.bytes - have_, kMostAtOnce);
    incoming_.bytes.resize(have_ + count);
    if (!read_some(incoming_.bytes.data() + have_, have_, count)) return;
  }
  incoming_.bytes.resize(have_);
  complete_ = true;
  header_have_ = have_ = 0;
}

bool Channel::read_header() {
  if (header_have_ == sizeof header_) return true;
  while (header_have_ < sizeof header_) {
    if (!read_some(reinterpret_cast<char*>(&header_) + header_have_, header_have_,
                   sizeof header_ - header_have_)) {
      return false;
    }
  }
  incoming_.number = header_.number;
  incoming_.files_sent = header_.files;
  ended_ = header_.magic != Header::kMagic;  // somebody else has written to our socket
  return !ended_;
}

bool Channel::read_some(char* to, std::size_t& have, std::size_t count) {
  iovec part{to, count};
  ControlBytes control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes;
  header.msg_controllen = sizeof control.bytes;
  const ssize_t got = recvmsg(socket_.descriptor(), &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (got <= 0) {
    ended_ = got == 0 || !would_wait();
    return false;
  }
  for (cmsghdr* one = CMSG_FIRSTHDR(&header); one != nullptr; one = CMSG_NXTHDR(&header, one)) {
    if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t files = (one->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < files; ++i) {
      int file;
      std::memcpy(&file, CMSG_DATA(one) + i * sizeof file, sizeof file);
      incoming_.files.push_back(std::make_shared<OpenFile>(file));
    }
  }
  have += static_cast<std::size_t>(got);
  moved_ += static_cast<std::uint64_t>(got);
  return true;
}

}  // namespace pp
