// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Scales gray pictures as OpenCV's cv2.resize does, bit for bit, with INTER_AREA or INTER_LINEAR.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "image_kernels.h"

namespace pp::images {

struct Size {
  int height, width;
  bool operator==(const Size&) const = default;
};

enum class Interpolation : std::uint8_t { kArea, kLinear };

// The picture to scale, row by row. Rows are requested from top to bottom, and some not at all.
class RowSource {
 public:
  virtual ~RowSource() = default;
  // Padded, see kPadding. Valid until the next call.
  virtual const std::uint8_t* row(int y) = 0;
  // Whether row y equals the one above it.
  virtual bool repeats(int y) = 0;
  // The first row from y on that may differ from that of the previous picture; the height or more if
  // there is none.
  virtual int next_changed(int y) { return y; }
};

// Working memory of a resize, one for each thread.
struct ResizeScratch {
  std::vector<float> shrunk;
  std::vector<const float*> rows;
  std::vector<std::int32_t> whole[2], whole_sum;
  std::vector<std::uint8_t> pixels;
};

class Resizer {
 public:
  Resizer(Size source, Size target, Interpolation interpolation,
          const ImageKernels& kernels = best_kernels());

  // Writes pixel i of the result to out[i * stride]. `before` is null, or the result of the last
  // picture, which may be at `out`: unchanged parts need not be computed again.
  void run(RowSource& source, std::uint8_t* out, std::size_t stride, ResizeScratch& scratch,
           const std::uint8_t* before = nullptr) const;

 private:
  // One axis of the two-point interpolation: in 2048ths.
  struct LinearTap {
    std::int32_t first, second;
    std::int32_t weight[2];
  };
  struct Span {
    int first, last;
  };
  enum class Method : std::uint8_t { kCopy, kArea, kBlocks, kLinear };

  static Method method_of(Size source, Size target, Interpolation interpolation);
  static AreaTaps area_taps(int source, int target);
  static void lay_out_eights(AreaTaps& taps);
  static std::vector<Span> spans(const AreaTaps& taps);
  static std::vector<LinearTap> linear_taps(int source, int target, bool as_area, bool along_row);

  void copy(RowSource& source, std::uint8_t* out, std::size_t stride) const;
  void area(RowSource& source, std::uint8_t* out, std::size_t stride, ResizeScratch& scratch,
            const std::uint8_t* before) const;
  void blocks(RowSource& source, std::uint8_t* out, std::size_t stride,
              ResizeScratch& scratch) const;
  void linear(RowSource& source, std::uint8_t* out, std::size_t stride,
              ResizeScratch& scratch) const;

  Size source_, target_;
  const ImageKernels& kernels_;
  Method method_;
  AreaTaps columns_, rows_;
  std::vector<Span> made_of_;  // by row of the source: the rows of the target that it is a part of
  std::vector<LinearTap> linear_columns_, linear_rows_;
};

}  // namespace pp::images
