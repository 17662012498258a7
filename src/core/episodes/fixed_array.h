// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A contiguous array of fixed size whose elements are neither copied nor moved.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace pp {

template <class T>
class FixedArray {
 public:
  // `make(place)` constructs one element at `place`.
  template <class Make>
  FixedArray(std::size_t size, Make&& make)
      : FixedArray(size, make, [size](auto make_up_to) { make_up_to(size); }) {}
  // `in_parts` calls its argument with the end of each part in turn, each time on any thread.
  template <class Make, class InParts>
  FixedArray(std::size_t size, Make&& make, InParts&& in_parts)
      : data_(static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t{alignof(T)}))) {
    try {
      in_parts([&](std::size_t end) {
        for (; size_ < end; ++size_) make(static_cast<void*>(data_ + size_));
      });
    } catch (...) {
      clear();
      throw;
    }
  }
  ~FixedArray() { clear(); }
  FixedArray(const FixedArray&) = delete;
  FixedArray& operator=(const FixedArray&) = delete;

  std::size_t size() const { return size_; }
  T* data() { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  void clear() noexcept {
    std::destroy_n(data_, size_);
    ::operator delete(data_, std::align_val_t{alignof(T)});
  }

  T* data_;
  std::size_t size_ = 0;
};

}  // namespace pp
