// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
#include "manifold.h"

namespace pp::box2d {

bool clip(ClipSegment& segment, Vec2 normal, float offset, int vertex_a) {
  const ClipSegment in = segment;
  const float distance0 = dot(normal, in[0].point) - offset;
  const float distance1 = dot(normal, in[1].point) - offset;
  int count = 0;
  if (distance0 <= 0.0f) segment[count++] = in[0];
  if (distance1 <= 0.0f) segment[count++] = in[1];
  if (distance0 * distance1 < 0.0f) {
    const float t = distance0 / (distance0 - distance1);
    segment[count].point = in[0].point + t * (in[1].point - in[0].point);
    segment[count].feature = {static_cast<std::uint8_t>(vertex_a), in[0].feature.b,
                              Feature::Kind::kVertex, Feature::Kind::kFace};
    ++count;
  }
  return count == 2;
}

}  // namespace pp::box2d
