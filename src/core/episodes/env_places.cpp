// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Makes environments next to their memory.
#include <parallel_pool/core/episodes/env_places.h>
#include <parallel_pool/core/threads/on_cpus.h>

namespace pp {

void EnvPlaces::each(const std::function<void(std::uint32_t end)>& make_up_to) const {
  for (const Block& block : blocks_) {
    run_on_cpus(block.cpus, [&] { make_up_to(block.end); });
  }
}

}  // namespace pp
