// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The combinations of buttons that a Discrete action numbers.
#pragma once

#include <cstdint>
#include <vector>

namespace pp::vizdoom {

// All sets of at most `most` of `count` buttons, ordered as itertools.product((0, 1)) orders them:
// the last button changes fastest. Bit i of a set is button i. Throws pp::Error if there are too
// many to number them.
std::vector<std::uint64_t> button_combinations(std::size_t count, std::size_t most);

}  // namespace pp::vizdoom
