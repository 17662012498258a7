// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Copies the states of environments to other environments of a group. Only the calling thread uses
// it. Its memory is kept, so that nothing is allocated once the states have had their full length.
#pragma once

#include <parallel_pool/core/episodes/env_group.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pp {

class StateCopies {
 public:
  // `group` outlives it.
  explicit StateCopies(EnvGroup& group) : group_(group) {}

  // `to[i]` becomes what `from[i]` was before the call; each of `to` appears once. Throws, with
  // nothing changed, if environments of this class cannot save their state.
  void copy(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
    begun_ = 0;
    marks_.resize(group_.size());
    const Unmark unmark{*this, from, to};
    for (const std::uint32_t env : to) marks_[env].target = true;
    save_overwritten(from, to);
    std::uint32_t current = kNone;
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (from[i] == to[i]) continue;
      const Mark& source = marks_[from[i]];
      if (source.saved) {
        begun_ = i + 1;
        group_.load_copy(to[i], std::string_view(kept_).substr(source.begin, source.size), false);
        continue;
      }
      if (from[i] != current) {
        passing_.clear();
        group_.save_copy(from[i], passing_, true);
        current = from[i];
      }
      begun_ = i + 1;
      group_.load_copy(to[i], passing_, true);
    }
  }

  // If a copy threw: how many of `to` were changed, the last of them perhaps in part.
  std::size_t begun() const { return begun_; }

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  // Of an environment during a call: whether it is a target; where its state is kept.
  struct Mark {
    bool target = false;
    bool saved = false;
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  struct Unmark {
    StateCopies& copies;
    std::span<const std::uint32_t> from, to;
    ~Unmark() {
      for (const std::uint32_t env : from) copies.marks_[env] = {};
      for (const std::uint32_t env : to) copies.marks_[env] = {};
    }
  };

  // Keeps the states of sources that are targets too.
  void save_overwritten(std::span<const std::uint32_t> from, std::span<const std::uint32_t> to) {
    kept_.clear();
    for (std::size_t i = 0; i < from.size(); ++i) {
      Mark& mark = marks_[from[i]];
      if (!mark.target || mark.saved || from[i] == to[i]) continue;
      mark.begin = kept_.size();
      group_.save_copy(from[i], kept_, false);
      mark.size = kept_.size() - mark.begin;
      mark.saved = true;
    }
  }

  EnvGroup& group_;
  std::vector<Mark> marks_;  // by env id; none between calls
  std::string kept_;         // states that are overwritten before they were all copied
  std::string passing_;      // the state that is being copied
  std::size_t begun_ = 0;
};

}  // namespace pp
