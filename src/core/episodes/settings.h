// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A configuration as a class of environments has it, with what is made of it once.
#pragma once

#include <parallel_pool/core/author/concepts.h>
#include <parallel_pool/core/episodes/env_group.h>

#include <cstdint>
#include <memory>
#include <new>

namespace pp {

// The data that is made once for all environments with this configuration belongs to it.
template <class Env>
class Settings final : public AnySettings {
 public:
  explicit Settings(const typename Env::Config& config)
      : config_(config), shared_(make_shared_data(config)) {}

  // Makes an Env, or what contains one.
  template <class T>
  void construct(void* place, EnvId id) const {
    if constexpr (TakesEnvId<Env>) {
      ::new (place) T(config_, shared_, id);
    } else if constexpr (HasShared<Env>) {
      ::new (place) T(config_, shared_);
    } else {
      ::new (place) T(config_);
    }
  }

  void construct_rules(void* place, EnvId id) const override { construct<Env>(place, id); }
  void destroy_rules(void* place) const noexcept override {
    std::destroy_at(static_cast<Env*>(place));
  }
  std::size_t rules_size() const override { return sizeof(Env); }
  std::size_t rules_alignment() const override { return alignof(Env); }

 private:
  static SharedOf<Env> make_shared_data(const typename Env::Config& config) {
    if constexpr (HasShared<Env>) {
      return SharedOf<Env>(config);
    } else {
      return {};
    }
  }

  const typename Env::Config config_;
  const SharedOf<Env> shared_;
};

// Makes an environment with these settings and destroys it; throws what its constructor throws.
void try_settings(const AnySettings& settings);

// Throws if no environment can be made with this configuration.
template <class Env>
SettingsPointer make_settings(const typename Env::Config& config) {
  SettingsPointer settings = std::make_shared<const Settings<Env>>(config);
  try_settings(*settings);
  return settings;
}

}  // namespace pp
