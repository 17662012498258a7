// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A child process that ends with its parent, however that ends.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace pp::vizdoom {

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }

 private:
  int number_;
};

// Memory without a name, of this size, filled with zeros. Throws std::system_error.
Descriptor anonymous_file(const char* label, std::size_t size);

// A file's memory, shared with all who map it.
class Mapping {
 public:
  Mapping() = default;
  // Throws std::system_error.
  Mapping(const Descriptor& file, std::size_t size);
  ~Mapping();
  Mapping(Mapping&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  std::byte* data() const { return data_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

struct Command {
  std::vector<std::string> arguments;    // the first is the program's path
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<int> files;                // become the child's 0, 1, 2, ...; it has no others
};

class Process {
 public:
  // Throws std::system_error if it cannot be started.
  explicit Process(const Command& command);
  ~Process();  // kills it
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  // Whether it has ended; how() then says in what way.
  bool has_ended();
  std::string how() const;

 private:
  pid_t id_;
  bool ended_ = false;
  int status_ = 0;
};

}  // namespace pp::vizdoom
