// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Making and mapping the shared file.
#include <parallel_pool/core/batches/segment.h>
#include <parallel_pool/error.h>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

namespace pp {
namespace {

constexpr std::size_t kPage = 4096;

std::size_t whole_pages(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

[[noreturn]] void throw_no_memory() {
  throw Error(ErrorKind::kPool, std::string("no memory could be shared with other processes: ") +
                                    std::strerror(errno));
}

}  // namespace

Segment::Segment(int descriptor, std::size_t bytes) : descriptor_(descriptor), bytes_(bytes) {
  void* const memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor, 0);
  if (memory == MAP_FAILED) {
    close(descriptor);
    throw std::bad_alloc();
  }
  base_ = static_cast<std::byte*>(memory);
}

Segment::~Segment() {
  munmap(base_, bytes_);
  close(descriptor_);
}

std::shared_ptr<Segment> Segment::create(std::size_t bytes) {
  const int descriptor = memfd_create("parallel_pool", MFD_CLOEXEC);
  if (descriptor < 0) throw_no_memory();
  if (ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) {
    close(descriptor);
    throw_no_memory();
  }
  return std::shared_ptr<Segment>(new Segment(descriptor, bytes));
}

std::shared_ptr<Segment> Segment::attach(int descriptor) {
  struct stat status{};
  const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (own < 0 || fstat(own, &status) != 0) throw_no_memory();
  return std::shared_ptr<Segment>(new Segment(own, static_cast<std::size_t>(status.st_size)));
}

void Segment::discard(std::uint64_t offset, std::size_t bytes) noexcept {
  fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
            static_cast<off_t>(bytes));
}

void* SegmentMemory::allocate(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (!free_.empty()) {
    const std::uint64_t offset = free_.back();
    free_.pop_back();
    return segment_->base() + offset;
  }
  if (whole_pages(bytes) > end_ - next_) throw std::bad_alloc();
  free_.reserve(++made_);  // so that giving back cannot fail
  return segment_->base() + std::exchange(next_, next_ + whole_pages(bytes));
}

void SegmentMemory::deallocate(void* memory, std::size_t bytes) noexcept {
  if (fork_guard_.forked()) return;  // the pages are the parent's
  const auto offset =
      static_cast<std::uint64_t>(static_cast<std::byte*>(memory) - segment_->base());
  segment_->discard(offset, whole_pages(bytes));
  const std::lock_guard lock(mutex_);
  free_.push_back(offset);
}

}  // namespace pp

#endif
