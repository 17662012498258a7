// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What Python tells of a task before the first episode: the text of its model, and where in a
// simulation the rules find what they read. All of it holds for every episode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shared/mujoco/composed_physics.h"
#include "shared/mujoco/studio.h"

namespace pp::locomotion {

// What a model is built for.
struct TaskRequest {
  std::string name;  // of dm_control's function that makes it
  bool has_camera = false;

  bool operator==(const TaskRequest&) const = default;
};

// How the numbers of an entry come about.
enum class Reading : std::uint8_t {
  kPlain,
  kTorque,
  kTouch,
  kAppendages,
  kTarget,
  kOrigin,
  kStage,
  kCamera,
};

// An entry of an observation: numbers from these places of an array.
struct EntryFacts {
  std::string name;
  std::vector<std::size_t> shape;
  Reading reading;
  mujoco::Array array;
  std::vector<std::size_t> places;
};

// The text of a model, with a gap where the obstacles of an episode belong, or the position of its
// target. Empty: all episodes have the same model.
struct ArenaFacts {
  std::string before, after;
  std::vector<std::string> obstacle;  // the text before, between and behind its size and position
  std::string spare;                  // a geom that touches nothing
  std::size_t obstacles = 0;          // the largest number of them in a corridor
};

// The sphere that a walker is to touch: in the model of an episode, it moves and changes its color.
struct TouchFacts {
  std::size_t geom;
  std::vector<bool> is_hand;           // of geoms
  std::vector<std::size_t> hands;      // bodies
  std::size_t material;                // of the sphere
  std::vector<int> textures;           // untouched, touched once and twice
  std::size_t texture_roles;           // that a material has
  std::size_t positions, same_frames;  // pointers to arrays of geoms: places in the model
  std::size_t textures_of_materials;   // the same of an array of materials
};

// The arena without the walker. Its model has all that differs between the models of episodes, and
// compiles in a third of their time.
struct PartFacts {
  ArenaFacts arena;
  mujoco::ModelPart part;
};

// What draws the walker's view: a model with textures, of which episodes change what is shown.
struct CameraFacts {
  std::shared_ptr<const mujoco::Model> model;
  mujoco::PictureFacts pictures;
};

// See `describe` in families/locomotion/tasks.py.
struct TaskFacts {
  std::shared_ptr<const mujoco::ComposedFacts> physics;
  ArenaFacts arena;
  std::optional<TouchFacts> touch;    // if there is such a sphere
  std::optional<PartFacts> part;      // if it is enough to compile that
  std::optional<CameraFacts> camera;  // if it is observed
  std::vector<EntryFacts> entries;
  std::vector<double> control_low, control_high;
  std::vector<double> pose;  // of the walker's root as an episode begins: a position, a quaternion
  std::size_t root, root_qpos;          // a body, and its joint's place
  std::vector<std::size_t> appendages;  // bodies: four end effectors and the head
  std::vector<double> bowl;  // a height field without its bumps, row by row; empty: there is none
  std::vector<std::size_t> upright;      // bodies whose z axes should point upwards
  double upright_height;                 // of their tips, from which on they count as upright
  std::size_t head;                      // a site
  std::vector<bool> is_ground, is_body;  // of geoms; the latter leaves out the feet
};

// Has Python describe a task, or returns the last one again: making a pool asks several times.
// Wants the GIL; throws what Python raises.
std::shared_ptr<const TaskFacts> load_task(const TaskRequest& request);

}  // namespace pp::locomotion
