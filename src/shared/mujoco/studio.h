// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Draws simulations in the threads that step them, with MuJoCo's own renderer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "library.h"
#include "model_head.h"

namespace pp::mujoco {

// What Python tells of pictures: see `describe_pictures` in shared/mujoco/pixels.py.
struct PictureFacts {
  std::string backend;        // "egl" or "osmesa"
  std::size_t width, height;  // in pixels
  int max_geom;               // that a scene has room for
  int geom_count;             // of the model
  int hfield_count;           // of the model
  ModelBlock heights;         // the elevations of its height fields
  // What a simulation's own model has instead of the shared one, which alone has textures; if there
  // is nothing, frames show the simulation's own model.
  std::vector<ModelBlock> shown;
  // The flags of an mjvOption that are cleared, in bytes from its beginning.
  std::vector<std::size_t> hidden_flags;
  std::vector<std::uint8_t> camera;  // an mjvCamera
  std::size_t lookat;                // where its three coordinates are, in bytes
  // Whether a camera looks at the middle of what its first picture shows, along each axis.
  std::vector<bool> centered;

  std::size_t bytes() const { return width * height * 3; }
};

// Where one environment is seen from: a copy of an mjvCamera, which MuJoCo may change.
class Camera {
 public:
  explicit Camera(const PictureFacts& facts);

  // Looks at the middle of the geoms before the first picture; does nothing later.
  void aim(const PictureFacts& facts, const double* geom_xpos);
  void* raw() { return words_.data(); }
  // Stands for the environment: see Grounds.
  const std::shared_ptr<const void>& owner() const { return owner_; }

  template <class Io>
  void serialize(Io& io) {
    io(aimed_, lookat_);
    place();
  }

 private:
  void place();

  std::vector<std::uint64_t> words_;
  std::size_t place_of_lookat_;
  bool aimed_ = false;
  std::vector<double> lookat_;
  std::shared_ptr<const void> owner_ = std::make_shared<char>();
};

// Pictures of the simulations of one model. Threads that draw at the same time each take a painter
// of their own, an OpenGL context with the model's meshes and textures; so there are as many as
// threads have ever drawn at once.
class Studio {
 public:
  // Makes the first painter, so that what is missing is said at once.
  Studio(std::shared_ptr<const Model> model, PictureFacts facts);
  ~Studio();

  const PictureFacts& facts() const { return facts_; }
  // Draws a simulation, with its own model or the shared one (see PictureFacts::shown), from the top row to the bottom. `out`
  // has room for facts().bytes().
  void draw(const RawModel* model, RawData* data, Camera& camera, std::uint8_t* out);

 private:
  class Painter;
  std::unique_ptr<Painter> take();

  std::shared_ptr<const Model> model_;
  PictureFacts facts_;
  std::mutex mutex_;  // of the list
  std::vector<std::unique_ptr<Painter>> idle_;
};

}  // namespace pp::mujoco
