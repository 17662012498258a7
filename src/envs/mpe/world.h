// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A plane on which agents push themselves and each other and send messages, with the arithmetic of
// MPE2's worlds: every operation in the reference's order.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pp::mpe {

struct Point {
  double x = 0.0;
  double y = 0.0;
};

inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }

inline double squared(Point delta) { return delta.x * delta.x + delta.y * delta.y; }
inline double length(Point delta) { return std::sqrt(squared(delta)); }

// What a body is, in all environments of a pool.
struct Kind {
  double size = 0.05;
  double push = 5.0;  // the force of a full action
  double max_speed = std::numeric_limits<double>::infinity();
  double mass = 1.0;
  bool moves = true;
  bool collides = true;
  bool speaks = false;
};

// Who and what is in a world: agents first, then landmarks.
struct Layout {
  std::vector<std::string> agents;
  std::vector<Kind> kinds;
  std::size_t words = 0;             // how many numbers a message has
  std::vector<std::int64_t> widths;  // of each agent's observation

  // The number of an agent's discrete actions, and of its continuous ones.
  std::int64_t choices(std::size_t agent) const {
    const Kind& kind = kinds[agent];
    return (kind.moves ? 5 : 1) * (kind.speaks ? static_cast<std::int64_t>(words) : 1);
  }
  std::int64_t levers(std::size_t agent) const {
    const Kind& kind = kinds[agent];
    return (kind.moves ? 5 : 0) + (kind.speaks ? static_cast<std::int64_t>(words) : 0);
  }
};

struct Body {
  Point position;
  Point velocity;
};

class World {
 public:
  explicit World(const Layout& layout)
      : layout_(&layout),
        agents_(layout.agents.size()),
        bodies_(layout.kinds.size()),
        forces_(layout.kinds.size()),
        messages_(agents_ * layout.words) {
    for (std::size_t a = 0; a < bodies_.size(); ++a) {
      for (std::size_t b = a + 1; b < bodies_.size(); ++b) {
        const Kind& one = kind(a);
        const Kind& other = kind(b);
        if (one.collides && other.collides && (one.moves || other.moves)) {
          contacts_.push_back({a, b, one.size + other.size});
        }
      }
    }
  }

  std::size_t agents() const { return agents_; }
  std::size_t landmarks() const { return bodies_.size() - agents_; }
  const Layout& layout() const { return *layout_; }
  const Kind& kind(std::size_t body) const { return layout_->kinds[body]; }

  Body& operator[](std::size_t body) { return bodies_[body]; }
  const Body& operator[](std::size_t body) const { return bodies_[body]; }
  Body& landmark(std::size_t i) { return bodies_[agents_ + i]; }
  const Body& landmark(std::size_t i) const { return bodies_[agents_ + i]; }

  std::span<double> message(std::size_t agent) {
    return std::span(messages_).subspan(agent * layout_->words, layout_->words);
  }
  std::span<const double> message(std::size_t agent) const {
    return std::span(messages_).subspan(agent * layout_->words, layout_->words);
  }

  // How far bodies are from the middle, along an axis.
  double reach() const {
    double reach = 0.0;
    for (const Body& body : bodies_) {
      reach = std::max({reach, std::abs(body.position.x), std::abs(body.position.y)});
    }
    return reach;
  }

  // From one body as another sees it.
  Point towards(std::size_t from, std::size_t to) const {
    return bodies_[to].position - bodies_[from].position;
  }
  double distance(std::size_t a, std::size_t b) const { return length(towards(a, b)); }
  bool touch(std::size_t a, std::size_t b) const {
    return distance(a, b) < kind(a).size + kind(b).size;
  }

  // Draws the positions of bodies from a square around the middle; they rest and are silent.
  void scatter(Rng& rng, std::size_t first, std::size_t count, double half_width) {
    for (std::size_t i = first; i < first + count; ++i) {
      const double x = rng.uniform(-half_width, half_width);
      bodies_[i] = {{x, rng.uniform(-half_width, half_width)}, {}};
    }
  }
  void scatter_agents(Rng& rng) {
    scatter(rng, 0, agents_, 1.0);
    messages_.assign(messages_.size(), 0.0);
  }
  void scatter_landmarks(Rng& rng, double half_width = 1.0) {
    scatter(rng, agents_, landmarks(), half_width);
  }

  // The force with which an agent pushes itself in the next step.
  void push(std::size_t agent, Point force) { forces_[agent] = {force.x + 0.0, force.y + 0.0}; }

  void step() {
    for (const Contact& contact : contacts_) collide(contact);
    for (std::size_t i = 0; i < agents_; ++i) {
      if (kind(i).moves) move(i);
    }
  }

  void serialize(StateIO& io) {
    static_assert(sizeof(Body) == 4 * sizeof(double));
    io.finite_block(&bodies_[0].position.x, 4 * bodies_.size(), "bodies");
    io.finite_block(messages_.data(), messages_.size(), "messages");
  }

 private:
  struct Contact {
    std::size_t a, b;
    double reach;
  };

  static constexpr double kTimeStep = 0.1;
  static constexpr double kDamping = 0.25;
  static constexpr double kContactForce = 1e2;
  static constexpr double kSoftness = 1e-3;

  // numpy.logaddexp(0, x).
  static double softplus(double x) {
    if (x == 0.0) return 0.6931471805599453;
    return x > 0.0 ? x + std::log1p(std::exp(-x)) : 0.0 + std::log1p(std::exp(x));
  }

  void collide(const Contact& contact) {
    const Point delta = bodies_[contact.a].position - bodies_[contact.b].position;
    const double distance = length(delta);
    const double depth = -(distance - contact.reach) / kSoftness;
    if (depth < -746.0) return;  // its exponential is 0
    const double penetration = softplus(depth) * kSoftness;
    const Point force{kContactForce * delta.x / distance * penetration,
                      kContactForce * delta.y / distance * penetration};
    if (kind(contact.a).moves) add(contact.a, force);
    if (kind(contact.b).moves) add(contact.b, {-force.x, -force.y});
  }

  void add(std::size_t body, Point force) {
    forces_[body] = {force.x + forces_[body].x, force.y + forces_[body].y};
  }

  void move(std::size_t i) {
    Body& body = bodies_[i];
    const Kind& own = kind(i);
    body.position.x += body.velocity.x * kTimeStep;
    body.position.y += body.velocity.y * kTimeStep;
    Point velocity{body.velocity.x * (1 - kDamping), body.velocity.y * (1 - kDamping)};
    velocity.x += forces_[i].x / own.mass * kTimeStep;
    velocity.y += forces_[i].y / own.mass * kTimeStep;
    const double speed = length(velocity);
    if (speed > own.max_speed) {
      velocity = {velocity.x / speed * own.max_speed, velocity.y / speed * own.max_speed};
    }
    body.velocity = velocity;
  }

  const Layout* layout_;
  std::size_t agents_;
  std::vector<Body> bodies_;
  std::vector<Point> forces_;
  std::vector<double> messages_;
  std::vector<Contact> contacts_;
};

}  // namespace pp::mpe
