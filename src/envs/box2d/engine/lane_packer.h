// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Puts islands into lanes, and takes what was solved out of them.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)

#include <cstddef>
#include <vector>

#include "lane_group.h"

namespace pp::box2d {

// Memory is kept from call to call.
template <std::size_t kWidth>
class LanePacker {
 public:
  void clear();
  // Puts an island into the next lane; returns false where it does not fit beside those before it.
  bool add(Island& island);
  std::size_t count() const { return count_; }
  // The first of the islands.
  Island& first() { return *islands_[0]; }

  // What is to be solved, after all islands were added.
  LaneGroup<kWidth>& finish();
  // Gives the islands what was solved.
  void store() const;

 private:
  // The moving bodies of an island, numbered in its order; -1 for static ones.
  struct Numbers {
    std::vector<int> of_body;
    std::size_t count = 0;

    void find(Island& island);
    int operator[](const Masses& masses) const {
      return of_body[static_cast<std::size_t>(masses.index)];
    }
  };
  // The contacts of a moving body.
  struct Slots {
    std::vector<ContactLanes<kWidth>> contacts;
    std::size_t used = 0;  // by the island that is put now
  };

  bool fits(Island& island);
  void put(Island& island, std::size_t lane);
  void store_island(Island& island, std::size_t lane) const;
  void store_contacts() const;

  LaneGroup<kWidth> group_;
  std::array<Island*, kWidth> islands_{};
  std::size_t count_ = 0;
  Numbers numbers_;
  std::vector<Slots> slots_;  // of each moving body
  bool is_empty_ = true;
};

extern template class LanePacker<8>;
extern template class LanePacker<16>;

}  // namespace pp::box2d

#endif
