// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Has Python warn of what MuJoCo warns of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pp::mujoco {

using Warnings = std::vector<std::string>;

// A RuntimeWarning for each, which names the env id if there is one, as soon as Python's main thread
// can. Any thread may call it; it needs no GIL.
void warn_soon(const Warnings& warnings, std::optional<std::uint32_t> env_id = {});

// Warnings for which Python had no room are tried again.
void warn_of_overdue();

}  // namespace pp::mujoco
