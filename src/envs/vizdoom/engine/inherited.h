// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The files that an engine inherits, and the names by which it asks for them.
#pragma once

namespace pp::vizdoom::inherited {

inline constexpr int kToEngine = 3, kFromEngine = 4, kMemory = 5, kControl = 6, kNetwork = 7;

struct Named {
  const char* prefix;
  int descriptor;
};
inline constexpr Named kNamed[] = {
    {"/ViZDoomMQDoom", kToEngine},
    {"/ViZDoomMQCtr", kFromEngine},
    {"/ViZDoomSM", kMemory},
};

}  // namespace pp::vizdoom::inherited
