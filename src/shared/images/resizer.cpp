// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The four ways that OpenCV scales pictures of bytes: as they are, by weighted areas in float32, by
// averages of whole blocks, and between neighbours in fixed point.
#include "resizer.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pp::images {
namespace {

constexpr int kLinearOne = 2048;

// A padded row of T, grown once.
template <class T>
T* room(std::vector<T>& memory, int count) {
  const auto needed = static_cast<std::size_t>(count + kPadding);
  if (memory.size() < needed) memory.resize(needed);
  return memory.data();
}

// Source pixels for each pixel of the target, rounded twice as OpenCV does.
double scale_of(int source, int target) { return 1.0 / (static_cast<double>(target) / source); }

// Whether the scale is a whole number, as OpenCV sees it: 98, twice rounded, is not.
bool whole(int source, int target) {
  const double scale = scale_of(source, target);
  return scale == std::nearbyint(scale);
}

void put(const std::uint8_t* pixels, int count, std::uint8_t* out, std::size_t stride) {
  if (stride == 1) {
    std::memcpy(out, pixels, static_cast<std::size_t>(count));
    return;
  }
  for (int i = 0; i < count; ++i) out[static_cast<std::size_t>(i) * stride] = pixels[i];
}

}  // namespace

Resizer::Resizer(Size source, Size target, Interpolation interpolation, const ImageKernels& kernels)
    : source_(source),
      target_(target),
      kernels_(kernels),
      method_(method_of(source, target, interpolation)) {
  if (method_ == Method::kArea) {
    columns_ = area_taps(source.width, target.width);
    rows_ = area_taps(source.height, target.height);
    lay_out_eights(columns_);
    made_of_ = spans(rows_);
  } else if (method_ == Method::kLinear) {
    const bool as_area = interpolation == Interpolation::kArea;
    linear_columns_ = linear_taps(source.width, target.width, as_area, true);
    linear_rows_ = linear_taps(source.height, target.height, as_area, false);
  }
}

Resizer::Method Resizer::method_of(Size source, Size target, Interpolation interpolation) {
  if (source == target) return Method::kCopy;
  const bool shrinks = target.width <= source.width && target.height <= source.height;
  const bool by_blocks =
      shrinks && whole(source.width, target.width) && whole(source.height, target.height);
  if (interpolation == Interpolation::kLinear) {
    const bool halves = source.width == 2 * target.width && source.height == 2 * target.height;
    return halves ? Method::kBlocks : Method::kLinear;
  }
  if (!shrinks) return Method::kLinear;
  return by_blocks ? Method::kBlocks : Method::kArea;
}

void Resizer::run(RowSource& source, std::uint8_t* out, std::size_t stride, ResizeScratch& scratch,
                  const std::uint8_t* before) const {
  switch (method_) {
    case Method::kCopy:
      return copy(source, out, stride);
    case Method::kArea:
      return area(source, out, stride, scratch, stride == 1 ? before : nullptr);
    case Method::kBlocks:
      return blocks(source, out, stride, scratch);
    case Method::kLinear:
      return linear(source, out, stride, scratch);
  }
}

void Resizer::copy(RowSource& source, std::uint8_t* out, std::size_t stride) const {
  for (int y = 0; y < target_.height; ++y) {
    put(source.row(y), target_.width, out, stride);
    out += static_cast<std::size_t>(target_.width) * stride;
  }
}

// --- Weighted areas ------------------------------------------------------------------------------

AreaTaps Resizer::area_taps(int source, int target) {
  constexpr double kLeast = 1e-3;  // a smaller part of a pixel does not count
  const double scale = scale_of(source, target);
  std::vector<std::vector<float>> weights(static_cast<std::size_t>(target));
  AreaTaps taps;
  taps.source = source;
  taps.target = target;
  for (int i = 0; i < target; ++i) {
    auto& mine = weights[static_cast<std::size_t>(i)];
    const double from = i * scale;
    const double to = from + scale;
    const double cell = std::min(scale, source - from);
    const int last = std::min(static_cast<int>(std::floor(to)), source - 1);
    const int first = std::min(static_cast<int>(std::ceil(from)), last);
    taps.first.push_back(first);
    if (first - from > kLeast) {
      --taps.first.back();
      mine.push_back(static_cast<float>((first - from) / cell));
    }
    for (int k = first; k < last; ++k) mine.push_back(static_cast<float>(1.0 / cell));
    if (to - last > kLeast) {
      mine.push_back(static_cast<float>(std::min(std::min(to - last, 1.0), cell) / cell));
    }
    taps.taps = std::max(taps.taps, static_cast<int>(mine.size()));
  }
  for (int i = 0; i < target; ++i) {
    const auto& mine = weights[static_cast<std::size_t>(i)];
    std::int32_t& first = taps.first[static_cast<std::size_t>(i)];
    const int early = std::max(first + taps.taps - source, 0);  // not to read beyond the end
    first -= early;
    const std::size_t start = taps.weights.size();
    taps.weights.resize(start + static_cast<std::size_t>(taps.taps));
    std::ranges::copy(mine, taps.weights.begin() + static_cast<std::ptrdiff_t>(start) + early);
  }
  return taps;
}

void Resizer::lay_out_eights(AreaTaps& taps) {
  constexpr int kBytes = 16;  // that a shuffle chooses from
  const auto pixel = [&](int i) { return std::min(i, taps.target - 1); };
  const auto first = [&](int i) { return taps.first[static_cast<std::size_t>(pixel(i))]; };
  for (int i = 0; i < taps.target; i += 4) {
    const int reach = first(i + 3) - first(i);
    if (reach >= kBytes) return;
    if (reach + taps.taps > kBytes) taps.moves = true;
  }
  for (int i = 0; i < taps.target; i += 8) {
    taps.eights.push_back({first(i), first(i + 4)});
    for (int k = 0; k < taps.taps; ++k) {
      auto& weights = taps.weights_of_eight.emplace_back();
      for (int j = 0; j < 8; ++j) {
        weights[static_cast<std::size_t>(j)] =
            taps.weights[static_cast<std::size_t>(pixel(i + j) * taps.taps + k)];
      }
      if (taps.moves && k > 0) continue;
      auto& spread = taps.spread.emplace_back();
      spread.fill(0x80);  // a zero
      for (int j = 0; j < 8; ++j) {
        const int base = first(j < 4 ? i : i + 4);
        spread[static_cast<std::size_t>(4 * j)] =
            static_cast<std::uint8_t>(first(i + j) + k - base);
      }
    }
  }
}

// For each pixel of the source, the pixels of the target that it counts for.
std::vector<Resizer::Span> Resizer::spans(const AreaTaps& taps) {
  std::vector<Span> spans(static_cast<std::size_t>(taps.source), Span{taps.target, -1});
  const float* weight = taps.weights.data();
  for (int i = 0; i < taps.target; ++i) {
    for (int k = 0; k < taps.taps; ++k, ++weight) {
      if (*weight == 0.0f) continue;
      Span& span = spans[static_cast<std::size_t>(taps.first[static_cast<std::size_t>(i)] + k)];
      span = {std::min(span.first, i), i};
    }
  }
  return spans;
}

void Resizer::area(RowSource& source, std::uint8_t* out, std::size_t stride, ResizeScratch& scratch,
                   const std::uint8_t* before) const {
  const int width = target_.width;
  const int places = rows_.taps;  // of shrunk rows, for those that a row of the result is made of
  const int stride_of_place = width + kPadding;
  float* const shrunk = room(scratch.shrunk, places * stride_of_place);
  scratch.rows.resize(static_cast<std::size_t>(places));
  std::uint8_t* const pixels = room(scratch.pixels, width);
  int place = 0;
  int newest = -1;  // the source row that is at `place`
  const auto make = [&](int i) {
    const float* weights = rows_.weights.data() + i * rows_.taps;
    int y = rows_.first[static_cast<std::size_t>(i)];
    const int end = y + rows_.taps;
    for (; *weights == 0.0f; ++weights) ++y;
    int count = 0;
    for (; y < end && weights[count] != 0.0f; ++y) {
      if (y != newest && !(y == newest + 1 && y > 0 && source.repeats(y))) {
        place = place + 1 < places ? place + 1 : 0;
        kernels_.shrink(columns_, source.row(y), shrunk + place * stride_of_place);
      }
      newest = y;
      scratch.rows[static_cast<std::size_t>(count++)] = shrunk + place * stride_of_place;
    }
    std::uint8_t* const to =
        out + static_cast<std::size_t>(i) * static_cast<std::size_t>(width) * stride;
    kernels_.blend(scratch.rows.data(), weights, count, width, stride == 1 ? to : pixels);
    if (stride != 1) put(pixels, width, to, stride);
  };
  if (before == nullptr) {
    for (int i = 0; i < target_.height; ++i) make(i);
    return;
  }
  const auto size = static_cast<std::size_t>(width) * static_cast<std::size_t>(target_.height);
  if (before != out) std::memcpy(out, before, size);
  int next = 0;  // rows above this one are done
  for (int y = source.next_changed(0); y < source_.height; y = source.next_changed(y + 1)) {
    const Span touched = made_of_[static_cast<std::size_t>(y)];
    for (next = std::max(next, touched.first); next <= touched.last; ++next) make(next);
  }
}

// --- Averages of blocks --------------------------------------------------------------------------

void Resizer::blocks(RowSource& source, std::uint8_t* out, std::size_t stride,
                     ResizeScratch& scratch) const {
  const int across = source_.width / target_.width;
  const int down = source_.height / target_.height;
  const bool quarters = across == 2 && down == 2;
  const float part = 1.0f / static_cast<float>(across * down);
  std::int32_t* const sum = room(scratch.whole_sum, target_.width);
  for (int i = 0; i < target_.height; ++i) {
    std::fill_n(sum, target_.width, 0);
    for (int k = 0; k < down; ++k) {
      const std::uint8_t* pixel = source.row(i * down + k);
      for (int j = 0; j < target_.width; ++j) {
        for (int n = 0; n < across; ++n) sum[j] += *pixel++;
      }
    }
    for (int j = 0; j < target_.width; ++j, out += stride) {
      *out = static_cast<std::uint8_t>(quarters ? (sum[j] + 2) >> 2
                                                : std::lrintf(static_cast<float>(sum[j]) * part));
    }
  }
}

// --- Between neighbours --------------------------------------------------------------------------

std::vector<Resizer::LinearTap> Resizer::linear_taps(int source, int target, bool as_area,
                                                     bool along_row) {
  const double scale = scale_of(source, target);
  const double inverse = static_cast<double>(target) / source;
  const auto clip = [source](int i) { return std::clamp(i, 0, source - 1); };
  std::vector<LinearTap> taps;
  for (int i = 0; i < target; ++i) {
    int first = 0;
    float part = 0.0f;  // of the way to the next pixel
    if (as_area) {
      first = static_cast<int>(std::floor(i * scale));
      part = static_cast<float>((i + 1) - (first + 1) * inverse);
      part = part <= 0 ? 0.0f : part - std::floor(part);
    } else {
      part = static_cast<float>((i + 0.5) * scale - 0.5);
      first = static_cast<int>(std::floor(part));
      part -= static_cast<float>(first);
    }
    // Beyond an edge: one pixel alone along a row, the same pixel twice down a column. That differs
    // by what is rounded off.
    if (along_row && (first < 0 || first >= source - 1)) part = 0.0f;
    const auto fixed = [](float share) {
      return static_cast<std::int32_t>(std::lrintf(share * kLinearOne));
    };
    taps.push_back({clip(first), clip(first + 1), {fixed(1.0f - part), fixed(part)}});
  }
  return taps;
}

void Resizer::linear(RowSource& source, std::uint8_t* out, std::size_t stride,
                     ResizeScratch& scratch) const {
  const int width = target_.width;
  std::int32_t* lines[2] = {room(scratch.whole[0], width), room(scratch.whole[1], width)};
  int made[2] = {-1, -1};  // the source rows that the lines are made of
  for (const LinearTap& row : linear_rows_) {
    const int wanted[2] = {row.first, row.second};
    if (made[0] != wanted[0] && made[1] == wanted[0]) {
      std::swap(lines[0], lines[1]);
      std::swap(made[0], made[1]);
    }
    for (int k = 0; k < 2; ++k) {
      if (made[k] == wanted[k]) continue;
      made[k] = wanted[k];
      const std::uint8_t* const pixels = source.row(wanted[k]);
      for (int j = 0; j < width; ++j) {
        const LinearTap& tap = linear_columns_[static_cast<std::size_t>(j)];
        lines[k][j] = pixels[tap.first] * tap.weight[0] + pixels[tap.second] * tap.weight[1];
      }
    }
    for (int j = 0; j < width; ++j, out += stride) {
      const std::int32_t upper = (row.weight[0] * (lines[0][j] >> 4)) >> 16;
      const std::int32_t lower = (row.weight[1] * (lines[1][j] >> 4)) >> 16;
      *out = static_cast<std::uint8_t>((upper + lower + 2) >> 2);
    }
  }
}

}  // namespace pp::images
