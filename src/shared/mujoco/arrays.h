// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The arrays of a simulation's data that rules read or write, by the names that MuJoCo gives them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pp::mujoco {

enum class Array : std::uint8_t {
  kQpos,
  kQvel,
  kCtrl,
  kXpos,
  kXipos,
  kSiteXpos,
  kCinert,
  kCvel,
  kQfrcActuator,
  kQfrcConstraint,
  kCfrcExt,
  kTenLength,
  kTenVelocity,
  kAct,
  kXquat,
  kXmat,
  kXanchor,
  kGeomXpos,
  kGeomXmat,
  kSiteXmat,
  kSensordata,
};

inline constexpr std::array kArrayNames{
    "qpos",      "qvel",       "ctrl",         "xpos",          "xipos",
    "site_xpos", "cinert",     "cvel",         "qfrc_actuator", "qfrc_constraint",
    "cfrc_ext",  "ten_length", "ten_velocity", "act",           "xquat",
    "xmat",      "xanchor",    "geom_xpos",    "geom_xmat",     "site_xmat",
    "sensordata"};
inline constexpr std::size_t kArrays = kArrayNames.size();

constexpr std::size_t index_of(Array array) { return static_cast<std::size_t>(array); }
static_assert(index_of(Array::kSensordata) + 1 == kArrays, "every array has a name");

}  // namespace pp::mujoco
