// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// One id: a level with its options, and the class of environments that observes it as asked. What
// differs from level to level is behind a virtual class, so that all the rest is compiled once.
#pragma once

#include <parallel_pool/bind.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "grid_env.h"

namespace pp::minigrid {

// The options of a level, and what follows from them.
class AnyLevel {
 public:
  virtual ~AnyLevel() = default;
  virtual std::unique_ptr<AnyLevel> copy() const = 0;
  virtual BoundOptions options() = 0;
  virtual const CommonConfig& common() const = 0;
  // These throw std::invalid_argument for options that cannot be.
  virtual Layout layout() const = 0;
  virtual std::unique_ptr<Level> make() const = 0;
  virtual std::int64_t actions() const = 0;
};

template <class LevelClass>
class LevelOf final : public AnyLevel {
 public:
  [[gnu::cold]] std::unique_ptr<AnyLevel> copy() const override {
    return std::make_unique<LevelOf>(*this);
  }
  [[gnu::cold]] BoundOptions options() override { return bound_options(config_); }
  const CommonConfig& common() const override { return config_; }
  Layout layout() const override { return LevelClass::layout(config_); }
  [[gnu::cold]] std::unique_ptr<Level> make() const override {
    return std::make_unique<LevelClass>(config_);
  }
  std::int64_t actions() const override {
    if constexpr (requires { LevelClass::kActions; }) return LevelClass::kActions;
    return 7;
  }

 private:
  typename LevelClass::Config config_;
};

// An option that an id sets.
struct Preset {
  std::string_view name;
  std::variant<bool, int, const char*, std::nullopt_t, std::array<int, 2>> value;
};

// Adds ids to a module: `add<Level>(id, {{option, value}...})`.
class Adder {
 public:
  explicit Adder(nb::module_& module) : module_(&module) {}

  template <class LevelClass>
  void add(const char* id, std::initializer_list<Preset> presets = {}) {
    add(id, std::make_unique<LevelOf<LevelClass>>(), presets);
  }

 private:
  void add(const char* id, std::unique_ptr<AnyLevel> level, std::initializer_list<Preset> presets);

  nb::module_* module_;
};

// The ids of the two suites, each in a source of its own.
void add_minigrid(Adder adder);
void add_babyai(Adder adder);

}  // namespace pp::minigrid
