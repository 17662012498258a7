// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What OpenGL has made of the height fields of several simulations, so that a thread that draws
// them in turns uploads each only when its elevations have changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gl_context.h"
#include "model_head.h"

namespace pp::mujoco {

// OpenGL keeps an uploaded height field as a display list, whose number MuJoCo's renderer reads
// from its context. Here each owner has a list of its own, up to a number. Further owners, and all
// owners where the context's layout or OpenGL's functions are unknown, share the context's own
// list, and upload whenever another one was drawn before.
//
// The constructor and `show` need the OpenGL context to be entered.
class Grounds {
 public:
  using Owner = std::shared_ptr<const void>;
  using Upload = void (*)(const RawModel*, const void* context, int number);

  // A height field of 201 by 201 elevations takes 7 MB with OpenGL in software. So a thread uses at
  // most 230 MB.
  static constexpr std::size_t kMost = 32;

  // The context is that of MuJoCo's renderer, with the model's `count` height fields; `heights` are
  // their elevations. They must outlive this object.
  Grounds(const Model& model, const GlContext& gl, Upload upload, void* context, int count,
          const ModelBlock& heights);
  Grounds(const Grounds&) = delete;
  Grounds& operator=(const Grounds&) = delete;

  // Has the renderer draw the elevations of this model, which belongs to that owner.
  void show(const RawModel* model, const Owner& owner);
  // Gives the context back what it had, to be freed.
  void restore();

 private:
  struct Ground {
    std::weak_ptr<const void> owner;
    unsigned first = 0;              // of its lists
    std::vector<std::byte> heights;  // that were uploaded; empty: none
  };

  std::optional<std::size_t> find_place(const RawModel* model) const;
  Ground& ground_of(const Owner& owner);
  void forget_the_dead();
  void upload(const RawModel* model, const void* context, int count) const;

  const std::string& library_;
  Upload upload_;
  void* context_;
  int count_;
  const ModelBlock& heights_;
  unsigned (*make_lists_)(int);
  void (*delete_lists_)(unsigned, int);
  unsigned char (*is_list_)(unsigned);
  std::optional<std::size_t> place_;  // in the context, of the first list's number
  Ground shared_;
  std::vector<Ground> own_;
};

}  // namespace pp::mujoco
