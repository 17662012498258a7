// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Checks spaces for mistakes that the compiler cannot find; errors name the field.
#pragma once

#include <parallel_pool/core/author/space.h>

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace pp {

// The entries that the engine adds to infos on some face.
inline constexpr std::array<std::string_view, 6> kReservedInfoNames = {
    "env_id", "players", "elapsed_step", "final_obs", "final_info", "episode"};

// Calls visit(leaf, path) for each leaf; throws std::logic_error for an invalid space.
using LeafVisitor = std::function<void(const SpaceNode& leaf, const std::string& path)>;
void check_space(const SpaceNode& node, const std::string& path, const LeafVisitor& visit);

// Infos are dicts; the names that the engine writes itself, and those of masks, are taken.
void check_infos(const SpaceNode& info);

}  // namespace pp
