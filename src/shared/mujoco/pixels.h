// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Frames as observations: their form, and the last ones of an environment.
#pragma once

#include <parallel_pool/core/author/state_io.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "studio.h"

namespace pp::mujoco {

namespace meaning {
inline constexpr std::string_view kFromPixels = "Observe rendered frames instead of numbers.";
inline constexpr std::string_view kWidth = "Width of rendered frames in pixels.";
inline constexpr std::string_view kHeight = "Height of rendered frames in pixels.";
inline constexpr std::string_view kCameraId =
    "Number of the camera; -1 is the free one. None leaves it to camera_name.";
inline constexpr std::string_view kCameraName =
    "Name of the camera. None is the free one, aimed as the reference aims it.";
inline constexpr std::string_view kChannelsFirst =
    "Put the colors of observed frames on the first axis, those of stacked frames one after the "
    "other.";
}  // namespace meaning

// How frames lie in an observation.
struct PixelLayout {
  std::size_t stack = 1;
  bool channels_first = false;

  std::vector<std::size_t> shape(std::size_t width, std::size_t height) const {
    if (channels_first) return {3 * stack, height, width};
    if (stack == 1) return {height, width, 3};
    return {stack, height, width, 3};
  }
};

// The last frames of one environment, oldest first, as its observation has them.
class Pixels {
 public:
  Pixels(std::shared_ptr<Studio> studio, const PixelLayout& layout)
      : studio_(std::move(studio)),
        layout_(layout),
        camera_(studio_->facts()),
        frames_(layout.stack * size()) {}

  // Draws a simulation: the first frame of an episode fills the stack.
  void start(const RawModel* model, Data& data) {
    add(model, data);
    for (std::size_t i = 0; i + 1 < layout_.stack; ++i) {
      std::memcpy(frame(i), frame(layout_.stack - 1), size());
    }
  }
  void add(const RawModel* model, Data& data) {
    std::memmove(frames_.data(), frames_.data() + size(), frames_.size() - size());
    std::uint8_t* const last = frame(layout_.stack - 1);
    camera_.aim(studio_->facts(), data[Array::kGeomXpos]);
    if (!layout_.channels_first) {
      studio_->draw(model, data.raw(), camera_, last);
      return;
    }
    std::vector<std::uint8_t> drawn(size());
    studio_->draw(model, data.raw(), camera_, drawn.data());
    const std::size_t pixels = size() / 3;
    for (std::size_t i = 0; i < pixels; ++i) {
      for (std::size_t color = 0; color < 3; ++color)
        last[color * pixels + i] = drawn[3 * i + color];
    }
  }

  void write(std::uint8_t* out) const { std::memcpy(out, frames_.data(), frames_.size()); }

  // Frames are part of the state: they show the simulation as it was when they were drawn.
  void serialize(StateIO& io) {
    camera_.serialize(io);
    io.block(frames_.data(), frames_.size(), "frames");
  }

 private:
  std::size_t size() const { return studio_->facts().bytes(); }
  std::uint8_t* frame(std::size_t i) { return frames_.data() + i * size(); }

  std::shared_ptr<Studio> studio_;
  PixelLayout layout_;
  Camera camera_;
  std::vector<std::uint8_t> frames_;
};

}  // namespace pp::mujoco
