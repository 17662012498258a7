// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Replaces the sockets of engines that play with one another by mailboxes in shared memory, which
// deliver packets at moments that no clock decides. An engine is told its number by the environment
// variable PARALLEL_POOL_PLAYER; without it, nothing is replaced.
//
// Protocol: packets that set a game up are delivered at once, those of joining players in the order
// of their numbers. Of others, which carry the commands of a tic, a peer's k-th is delivered only
// after our own k-th was sent, and only from the second read on that finds nothing else: every
// engine then builds its commands before it sees those of others. A read that may deliver a packet
// sleeps until that packet is there. All engines therefore advance tic by tic together, and a fast
// engine waits for a slow one.
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "inherited.h"
#include "mailboxes.h"

namespace {

using namespace pp::vizdoom;

constexpr unsigned char kSetUp = 0x20;  // the bit of packets that set a game up

struct Peer {
  std::uint64_t sent = 0, delivered = 0;  // packets with commands
  bool has_joined = false;
};

Network* network = nullptr;
int me = -1;
int descriptor = -1;
Peer peers[kMostPlayers];
bool first_read = false;  // since a packet was sent

bool plays() {
  if (me < 0) {
    const char* const number = getenv("PARALLEL_POOL_PLAYER");
    if (number == nullptr) return false;
    void* const memory =
        mmap(nullptr, sizeof(Network), PROT_READ | PROT_WRITE, MAP_SHARED, inherited::kNetwork, 0);
    if (memory == MAP_FAILED) _exit(126);
    network = static_cast<Network*>(memory);
    me = atoi(number);
  }
  return true;
}

bool is_ours(int number) { return me >= 0 && number == descriptor; }

void copy(Mailbox& box, std::uint64_t at, unsigned char* to, const unsigned char* from,
          std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    unsigned char& cell = box.bytes[(at + i) % Mailbox::kBytes];
    if (to != nullptr) to[i] = cell;
    if (from != nullptr) cell = from[i];
  }
}

// The first byte of the next packet from a peer, or -1.
int next_kind(int peer) {
  Mailbox& box = network->boxes[peer][me];
  const std::uint64_t begin = box.begin.load(std::memory_order_relaxed);
  if (box.end.load(std::memory_order_acquire) == begin) return -1;
  return box.bytes[(begin + sizeof(std::uint32_t)) % Mailbox::kBytes];
}

ssize_t take(int peer, void* buffer, std::size_t room, sockaddr* address, socklen_t* size) {
  Mailbox& box = network->boxes[peer][me];
  const std::uint64_t begin = box.begin.load(std::memory_order_relaxed);
  std::uint32_t length = 0;
  copy(box, begin, reinterpret_cast<unsigned char*>(&length), nullptr, sizeof(length));
  const std::size_t taken = length < room ? length : room;
  copy(box, begin + sizeof(length), static_cast<unsigned char*>(buffer), nullptr, taken);
  box.begin.store(begin + sizeof(length) + length, std::memory_order_release);
  sockaddr_in from{};
  from.sin_family = AF_INET;
  from.sin_port = htons(static_cast<unsigned short>(kFirstPort + peer));
  from.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (address != nullptr && size != nullptr) {
    memcpy(address, &from, *size < sizeof(from) ? *size : sizeof(from));
    *size = sizeof(from);
  }
  return static_cast<ssize_t>(taken);
}

// A peer whose set-up packet may be delivered, or -1. The host takes players in order.
int next_set_up() {
  for (int peer = 0; peer < kMostPlayers; ++peer) {
    if (peer == me) continue;
    const int kind = next_kind(peer);
    if (kind >= 0 && (kind & kSetUp) != 0) {
      peers[peer].has_joined = true;
      return peer;
    }
    if (me == 0 && peer > 0 && !peers[peer].has_joined) return -1;
  }
  return -1;
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] int socket(int domain, int type, int protocol) {
  if (domain != AF_INET || !plays()) {
    return static_cast<int>(syscall(SYS_socket, domain, type, protocol));
  }
  descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
  return descriptor;
}

[[gnu::visibility("default")]] int bind(int number, const sockaddr* address, socklen_t size) {
  if (is_ours(number)) return 0;
  return static_cast<int>(syscall(SYS_bind, number, address, size));
}

[[gnu::visibility("default")]] int ioctl(int number, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void* const argument = va_arg(arguments, void*);
  va_end(arguments);
  if (is_ours(number)) return 0;
  return static_cast<int>(syscall(SYS_ioctl, number, request, argument));
}

[[gnu::visibility("default")]] ssize_t sendto(int number, const void* packet, std::size_t size,
                                              int flags, const sockaddr* address,
                                              socklen_t address_size) {
  if (!is_ours(number)) {
    return syscall(SYS_sendto, number, packet, size, flags, address, address_size);
  }
  const int to = ntohs(reinterpret_cast<const sockaddr_in*>(address)->sin_port) - kFirstPort;
  if (to < 0 || to >= kMostPlayers || to == me) return static_cast<ssize_t>(size);
  Mailbox& box = network->boxes[me][to];
  const std::uint64_t end = box.end.load(std::memory_order_relaxed);
  const auto length = static_cast<std::uint32_t>(size);
  const std::uint64_t begin = box.begin.load(std::memory_order_acquire);
  if (end + sizeof(length) + length - begin > Mailbox::kBytes) return -1;
  copy(box, end, nullptr, reinterpret_cast<const unsigned char*>(&length), sizeof(length));
  copy(box, end + sizeof(length), nullptr, static_cast<const unsigned char*>(packet), size);
  box.end.store(end + sizeof(length) + length, std::memory_order_release);
  network->arrivals[to].fetch_add(1, std::memory_order_release);
  syscall(SYS_futex, &network->arrivals[to], FUTEX_WAKE, 1, nullptr, nullptr, 0);
  if ((*static_cast<const unsigned char*>(packet) & kSetUp) == 0) {
    ++peers[to].sent;
    first_read = true;
  }
  return static_cast<ssize_t>(size);
}

[[gnu::visibility("default")]] ssize_t recvfrom(int number, void* buffer, std::size_t room,
                                                int flags, sockaddr* address, socklen_t* size) {
  if (!is_ours(number)) {
    return syscall(SYS_recvfrom, number, buffer, room, flags, address, size);
  }
  for (;;) {
    const std::uint32_t seen = network->arrivals[me].load(std::memory_order_acquire);
    if (const int peer = next_set_up(); peer >= 0) return take(peer, buffer, room, address, size);
    if (first_read) {
      first_read = false;
      break;
    }
    bool awaits = false;
    for (int peer = 0; peer < kMostPlayers && !awaits; ++peer) {
      if (peer == me || peers[peer].delivered >= peers[peer].sent) continue;
      awaits = true;
      if (next_kind(peer) >= 0) {
        ++peers[peer].delivered;
        return take(peer, buffer, room, address, size);
      }
    }
    if (!awaits) break;
    syscall(SYS_futex, &network->arrivals[me], FUTEX_WAIT, seen, nullptr, nullptr, 0);
  }
  errno = EWOULDBLOCK;
  return -1;
}

}  // extern "C"
