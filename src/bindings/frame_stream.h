// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Sends stacked frames to another process without those that it has.
#pragma once

#include <parallel_pool/bindings/rollout_memory.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace pp {

// One end of a stream of batches of stacks, each of which shows some environments. Both ends keep the
// last stack of each environment. What a stack shows is compared with the one before it, so nothing
// depends on when environments clear their stacks.
//
// Batches are numbered, and decoded in their order. The last one may be decoded again. After `forget`
// the batches before are not needed any more.
class FrameStream {
 public:
  FrameStream(std::size_t envs, std::size_t stack, std::size_t frame_bytes)
      : envs_(envs), stack_(stack), frame_(frame_bytes), oldest_(envs, 0), known_(envs, false) {
    if (envs < 1 || stack < 1 || frame_bytes < 1) throw nb::value_error("nothing to stack");
    last_ = std::make_unique_for_overwrite<std::byte[]>(envs * stack * frame_bytes);
    zeros_.assign(frame_bytes, std::byte{0});
  }

  // The sender has no last stacks any more.
  void forget() { known_.assign(envs_, false); }

  // Writes what each frame of the stacks is, (rows, stack) bytes, and returns how many are sent.
  std::size_t plan(nb::handle ids, nb::handle stacks, nb::handle codes) const {
    const std::span<const std::int32_t> envs = envs_of(ids);
    const std::byte* stack = bytes_of(stacks, envs.size() * stack_ * frame_);
    auto* code = writable(codes, envs.size() * stack_);
    const nb::gil_scoped_release released;
    std::size_t sent = 0;
    for (const std::int32_t env : envs) {
      plan_one(static_cast<std::size_t>(env), stack, code);
      sent += static_cast<std::size_t>(std::count(code, code + stack_, kSent));
      stack += stack_ * frame_;
      code += stack_;
    }
    return sent;
  }

  // Copies the frames that are sent, and keeps the stacks as the last ones.
  void encode(nb::handle ids, nb::handle stacks, nb::handle codes, nb::handle frames) {
    const std::span<const std::int32_t> envs = envs_of(ids);
    const std::byte* stack = bytes_of(stacks, envs.size() * stack_ * frame_);
    const std::byte* code = bytes_of(codes, envs.size() * stack_);
    std::byte* to = writable(frames, frames_of(code, envs.size()) * frame_);
    const nb::gil_scoped_release released;
    for (const std::int32_t env : envs) {
      for (std::size_t k = 0; k < stack_; ++k) {
        if (code[k] != kSent) continue;
        std::memcpy(to, stack + k * frame_, frame_);
        to += frame_;
      }
      keep(static_cast<std::size_t>(env), stack, code);
      stack += stack_ * frame_;
      code += stack_;
    }
  }

  // Writes the stacks that were encoded. `first`: nothing before this batch was kept.
  void decode(std::uint64_t number, bool first, nb::handle ids, nb::handle codes, nb::handle frames,
              nb::handle out) {
    const std::span<const std::int32_t> envs = envs_of(ids);
    const std::byte* code = bytes_of(codes, envs.size() * stack_);
    const std::byte* from = bytes_of(frames, frames_of(code, envs.size()) * frame_);
    std::byte* to = writable(out, envs.size() * stack_ * frame_);
    if (number != number_ && number != number_ + 1 && !first) {
      throw nb::value_error("a batch of frames was lost");
    }
    const bool again = number == number_;
    number_ = number;
    if (!again && first) forget();
    const nb::gil_scoped_release released;
    for (const std::int32_t id : envs) {
      const auto env = static_cast<std::size_t>(id);
      for (std::size_t k = 0; k < stack_; ++k) {
        std::memcpy(to + k * frame_, again ? kept(env, k) : shown(env, k, code, from), frame_);
        if (code[k] == kSent) from += frame_;
      }
      if (!again) keep(env, to, code);
      to += stack_ * frame_;
      code += stack_;
    }
  }

 private:
  static constexpr std::byte kKept{0};    // the next frame of the last stack
  static constexpr std::byte kNewest{1};  // the newest frame of its own stack
  static constexpr std::byte kZeros{2};
  static constexpr std::byte kSent{3};

  std::span<const std::int32_t> envs_of(nb::handle ids) const {
    const auto count = static_cast<std::size_t>(PyArray_SIZE(as_array(ids)));
    const std::span envs(data_of<const std::int32_t>(ids, NPY_INT32, count, "ids"), count);
    if (std::ranges::any_of(envs, [&](std::int32_t env) {
          return env < 0 || static_cast<std::size_t>(env) >= envs_;
        })) {
      throw nb::index_error("an environment lies outside the stream");
    }
    return envs;
  }

  static const std::byte* bytes_of(nb::handle array, std::size_t size) {
    if (!PyArray_Check(array.ptr()) || !PyArray_IS_C_CONTIGUOUS(as_array(array)) ||
        static_cast<std::size_t>(PyArray_NBYTES(as_array(array))) != size) {
      throw nb::value_error("a C-contiguous array of another size was expected");
    }
    return static_cast<const std::byte*>(PyArray_DATA(as_array(array)));
  }

  static std::byte* writable(nb::handle array, std::size_t size) {
    const std::byte* const data = bytes_of(array, size);
    if (!PyArray_ISWRITEABLE(as_array(array))) throw nb::value_error("an array is read-only");
    return const_cast<std::byte*>(data);
  }

  std::size_t frames_of(const std::byte* codes, std::size_t rows) const {
    return static_cast<std::size_t>(std::count(codes, codes + rows * stack_, kSent));
  }

  // The frames of the last stack lie in a ring.
  std::byte* kept(std::size_t env, std::size_t k) const {
    const std::size_t slot = (oldest_[env] + k) % stack_;
    return last_.get() + (env * stack_ + slot) * frame_;
  }

  bool same(const std::byte* one, const std::byte* other) const {
    return std::memcmp(one, other, frame_) == 0;
  }

  void plan_one(std::size_t env, const std::byte* stack, std::byte* code) const {
    const std::byte* const newest = stack + (stack_ - 1) * frame_;
    code[stack_ - 1] = kSent;
    for (std::size_t k = 0; k + 1 < stack_; ++k) {
      const std::byte* const frame = stack + k * frame_;
      if (known_[env] && same(frame, kept(env, k + 1))) {
        code[k] = kKept;
      } else if (same(frame, newest)) {
        code[k] = kNewest;
      } else {
        code[k] = same(frame, zeros_.data()) ? kZeros : kSent;
      }
    }
  }

  // A frame of a stack; `sent` is the next one that was sent, and so follow the others.
  const std::byte* shown(std::size_t env, std::size_t k, const std::byte* code,
                         const std::byte* sent) const {
    if (code[k] == kKept) return kept(env, k + 1);
    if (code[k] == kZeros) return zeros_.data();
    if (code[k] == kSent) return sent;
    return sent + static_cast<std::size_t>(std::count(code + k, code + stack_ - 1, kSent)) * frame_;
  }

  // Stacks that go on replace one frame.
  void keep(std::size_t env, const std::byte* stack, const std::byte* code) {
    const std::byte* const newest = stack + (stack_ - 1) * frame_;
    if (known_[env] &&
        std::all_of(code, code + stack_ - 1, [](std::byte c) { return c == kKept; })) {
      std::memcpy(kept(env, 0), newest, frame_);
      oldest_[env] = (oldest_[env] + 1) % stack_;
      return;
    }
    oldest_[env] = 0;
    known_[env] = true;
    std::memcpy(kept(env, 0), stack, stack_ * frame_);
  }

  std::size_t envs_, stack_, frame_;
  std::unique_ptr<std::byte[]> last_;
  std::vector<std::size_t> oldest_;
  std::vector<bool> known_;
  std::vector<std::byte> zeros_;
  std::uint64_t number_ = 0;  // of the batch that was decoded last
};

}  // namespace pp
