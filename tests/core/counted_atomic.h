// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Included before every source of a test, with the compiler's option -include: what those sources
// call std::atomic then counts its operations, by the file that they are written in. The engine
// itself knows nothing of it. The standard library's own atomics, such as the reference counts of
// shared pointers, are not counted.
#pragma once

#include <bits/stdc++.h>

namespace pp::testing {

enum class Operation : std::uint8_t { kLoad, kStore, kChange };  // kChange: read-modify-write

void count(Operation operation, const std::source_location& where);

template <class T>
class CountedAtomic {
  using Where = std::source_location;
  using Order = std::memory_order;
  static constexpr Order kStrict = std::memory_order_seq_cst;

 public:
  static constexpr bool is_always_lock_free = std::atomic<T>::is_always_lock_free;

  CountedAtomic() = default;
  constexpr CountedAtomic(T value) : value_(value) {}

  T load(Order order = kStrict, Where where = Where::current()) const {
    count(Operation::kLoad, where);
    return value_.load(order);
  }
  void store(T value, Order order = kStrict, Where where = Where::current()) {
    count(Operation::kStore, where);
    value_.store(value, order);
  }
  T exchange(T value, Order order = kStrict, Where where = Where::current()) {
    count(Operation::kChange, where);
    return value_.exchange(value, order);
  }
  T fetch_add(T value, Order order = kStrict, Where where = Where::current()) {
    count(Operation::kChange, where);
    return value_.fetch_add(value, order);
  }
  T fetch_sub(T value, Order order = kStrict, Where where = Where::current()) {
    count(Operation::kChange, where);
    return value_.fetch_sub(value, order);
  }
  bool compare_exchange_weak(T& expected, T desired, Order order, Where where = Where::current()) {
    count(Operation::kChange, where);
    return value_.compare_exchange_weak(expected, desired, order);
  }
  bool compare_exchange_weak(T& expected, T desired, Order success, Order failure,
                             Where where = Where::current()) {
    count(Operation::kChange, where);
    return value_.compare_exchange_weak(expected, desired, success, failure);
  }

 private:
  std::atomic<T> value_;
};

}  // namespace pp::testing

namespace std {
template <class T>
using counted_atomic = pp::testing::CountedAtomic<T>;
}

#define atomic counted_atomic
