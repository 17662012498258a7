// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Reads the parts of a configuration that are dicts of their own.
#pragma once

#include "settings.h"

namespace pp::highway {

ActionSettings read_action(const Reader& reader);
// `all` is the whole configuration, which some views take defaults from.
ViewSettings read_view(const Reader& reader, const Reader& all);

}  // namespace pp::highway
