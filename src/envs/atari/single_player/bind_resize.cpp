// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Scales a test's picture with the kernels of its choice.
#include "bind_resize.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "shared/images/resizer.h"

namespace nb = nanobind;

namespace pp::atari {
namespace {

using Picture = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// One channel of a picture.
class Channel final : public images::RowSource {
 public:
  Channel(const Picture& picture, std::size_t channel)
      : picture_(picture), channel_(channel), row_(picture.shape(1) + images::kPadding) {}

  const std::uint8_t* row(int y) override {
    for (std::size_t x = 0; x < picture_.shape(1); ++x) row_[x] = pixel(y, x);
    return row_.data();
  }
  bool repeats(int y) override {
    for (std::size_t x = 0; x < picture_.shape(1); ++x) {
      if (pixel(y, x) != pixel(y - 1, x)) return false;
    }
    return true;
  }

 private:
  std::uint8_t pixel(int y, std::size_t x) const {
    return picture_(static_cast<std::size_t>(y), x, channel_);
  }

  const Picture& picture_;
  const std::size_t channel_;
  std::vector<std::uint8_t> row_;
};

nb::object resize(const Picture& picture, int height, int width, bool area,
                  const std::string& kernels) {
  const images::ImageKernels* const chosen = images::named_kernels(kernels);
  if (chosen == nullptr) return nb::none();
  const std::size_t channels = picture.shape(2);
  const images::Resizer resizer(
      {static_cast<int>(picture.shape(0)), static_cast<int>(picture.shape(1))}, {height, width},
      area ? images::Interpolation::kArea : images::Interpolation::kLinear, *chosen);
  const std::array shape{static_cast<std::size_t>(height), static_cast<std::size_t>(width),
                         channels};
  auto* const data = new std::uint8_t[shape[0] * shape[1] * channels];
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
  images::ResizeScratch scratch;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    Channel source(picture, channel);
    resizer.run(source, data + channel, channels, scratch);
  }
  return nb::cast(nb::ndarray<nb::numpy, std::uint8_t>(data, 3, shape.data(), owner));
}

}  // namespace

void bind_resize(nb::module_& m) {
  m.def("_resize", &resize, nb::arg("picture"), nb::arg("height"), nb::arg("width"),
        nb::arg("area"), nb::arg("kernels"),
        "For tests: scales a uint8 picture of shape (height, width, channels) by the kernels "
        "'portable' or 'avx2'; None if this machine lacks them.");
}

}  // namespace pp::atari
