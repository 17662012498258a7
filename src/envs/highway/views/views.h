// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Writes observations. They are worked out once in a time step, since some draw random numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "highway/scenes/world.h"
#include "layout.h"

namespace pp::highway {

// All arrays of an observation, in order.
class Arrays {
 public:
  explicit Arrays(const std::vector<Leaf>& leaves);

  std::size_t size() const { return offsets_.size(); }
  template <class T>
  T* at(std::size_t array) {
    return reinterpret_cast<T*>(bytes_.data() + offsets_[array]);
  }
  const std::byte* bytes(std::size_t array) const { return bytes_.data() + offsets_[array]; }
  std::size_t bytes_of(std::size_t array) const { return sizes_[array]; }
  DType dtype(std::size_t array) const { return dtypes_[array]; }

  void serialize(StateIO& io);

 private:
  std::vector<std::size_t> offsets_, sizes_;
  std::vector<DType> dtypes_;
  std::vector<std::byte> bytes_;
};

class Views {
 public:
  explicit Views(const Settings& settings);

  // What an episode's first observation decided is forgotten.
  void begin_episode();
  // The draws of the reference when it asks for the spaces.
  void draw_noise(Rng& rng) const;
  void observe(const World& world, Rng& rng, Arrays& out);
  // The lidar's distances and speeds, not normalized: two for each cell.
  static void scan(const ViewSettings& view, const World& world, const Body& me, float* out);

  void serialize(StateIO& io);

 private:
  struct Eye {
    Look look;
    std::vector<FeatureRange> ranges;  // by which kinematics are normalized
    bool has_ranges = false;
  };

  void kinematics(Eye& eye, const World& world, Rng& rng, float* out);
  void find_near(const ViewSettings& view, const World& world, const Body& me);
  static double normalized(const Eye& eye, double value, Feature feature);
  void shuffle_rows(float* rows, std::size_t count, std::size_t width, Rng& rng);
  void grid(const ViewSettings& view, const World& world, const Body& me, void* out);
  void time_to_collision(const ViewSettings& view, const World& world, const Body& me, float* out);
  static void lidar(const ViewSettings& view, const World& world, const Body& me, float* out);
  static void goal(const ViewSettings& view, const World& world, const Body& me, Arrays& out,
                   std::size_t first);
  void attributes(const ViewSettings& view, const World& world, const Body& me, Rng& rng,
                  Arrays& out, std::size_t first) const;

  const Settings& settings_;
  std::vector<Eye> eyes_;
  double state_noise_ = 0.0, derivative_noise_ = 0.0;
  // Scratch.
  std::vector<double> cells_;
  struct Near {
    double distance;
    const Body* body;
  };
  std::vector<Near> near_;
  std::vector<float> rows_;
  std::vector<std::int64_t> order_;
};

// What is told of a body. Obstacles have fewer features than vehicles: NaN stands for the others.
class Features {
 public:
  Features(const World& world, const Body& body, bool intentions)
      : world_(world), body_(body), intentions_(intentions), direction_(body.direction()) {}

  double of(Feature feature) const;

 private:
  Point destination_direction() const;
  double offset(Feature feature) const;

  const World& world_;
  const Body& body_;
  bool intentions_;
  Point direction_;
};

// Those that are told relative to the one who looks.
inline bool is_relative(Feature feature) {
  return feature >= Feature::kX && feature <= Feature::kVy;
}

}  // namespace pp::highway
