// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Replaces two loops of the engine that turn a drawn picture, of palette indices, into the pixels
// that its client sees. The engine's loops take a division and six branches or conversions for each
// pixel: a third of all its time. The bytes are the same.
//
// The loops are known for the engine of vizdoom 1.3.2 only; any other keeps its own.
#include <fcntl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "inherited.h"
#include "known_code.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace {

// The engine's function, which is at a fixed address, and what it jumps to after each of the loops.
constexpr pp::vizdoom::KnownCode kFunction{0x78c640, 595, 0x71132903a24a281a};
constexpr std::uintptr_t kColourLoop = 0x78c718, kGrayLoop = 0x78c80d, kEnd = 0x78c7a6;

struct Colour {
  std::uint8_t blue, green, red, unused;
};

// The engine's variables: where the channels of a pixel are, and bytes from a pixel to the next.
template <class T>
T variable(std::uintptr_t address) {
  return *reinterpret_cast<const T*>(address);
}
struct Format {
  int stride = variable<int>(0xa8a68c);
  int red = variable<int>(0xa8a688), green = variable<int>(0xa8a684),
      blue = variable<int>(0xa8a680);
  int alpha = variable<bool>(0xa8a678) ? variable<int>(0xa8a67c) : -1;
};

struct Picture {
  const std::uint8_t* from;
  std::size_t width, height, pitch;
};

struct alignas(64) Table {
  std::uint8_t of[256];
};

void look_up(const Table& table, const std::uint8_t* from, std::size_t count, std::uint8_t* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = table.of[from[i]];
}

// 64 pixels at a time, where the processor can choose from 128 bytes.
#define PP_WIDE [[gnu::target("avx512f,avx512bw,avx512vbmi")]]
PP_WIDE inline __m512i look_up(const Table& table, __m512i index) {
  const auto* const quarters = reinterpret_cast<const __m512i*>(table.of);
  const __m512i low = _mm512_permutex2var_epi8(quarters[0], index, quarters[1]);
  const __m512i high = _mm512_permutex2var_epi8(quarters[2], index, quarters[3]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
}

PP_WIDE void look_up_wide(const Table& table, const std::uint8_t* from, std::size_t count,
                          std::uint8_t* out) {
  for (std::size_t i = 0; i < count; i += 64) {
    const std::size_t left = count - i;
    const __mmask64 some = left >= 64 ? ~__mmask64{0} : (__mmask64{1} << left) - 1;
    const __m512i index = _mm512_maskz_loadu_epi8(some, from + i);
    _mm512_mask_storeu_epi8(out + i, some, look_up(table, index));
  }
}

bool is_wide() {
  static const bool wide = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vbmi");
  }();
  return wide;
}

// One byte of each pixel, pixel by pixel.
void fill_plane(const Picture& picture, const Table& table, std::uint8_t* out) {
  const auto row =
      is_wide()
          ? look_up_wide
          : static_cast<void (*)(const Table&, const std::uint8_t*, std::size_t, std::uint8_t*)>(
                look_up);
  for (std::size_t y = 0; y < picture.height; ++y) {
    row(table, picture.from + y * picture.pitch, picture.width, out + y * picture.width);
  }
}

// Where the bytes of three vectors of pixels of three bytes come from: of the first and the second
// channel, and of the third.
struct Interleaving {
  alignas(64) std::uint8_t two[3][64];
  alignas(64) std::uint8_t third[3][64];
  __mmask64 is_third[3];
};
constexpr Interleaving kInterleaving = [] {
  Interleaving to{};
  for (unsigned n = 0; n < 192; ++n) {
    const auto pixel = static_cast<std::uint8_t>(n / 3);
    to.two[n / 64][n % 64] = n % 3 == 1 ? 64 + pixel : pixel;
    to.third[n / 64][n % 64] = pixel;
    if (n % 3 == 2) to.is_third[n / 64] |= __mmask64{1} << n % 64;
  }
  return to;
}();

// Returns how many pixels it has written.
PP_WIDE std::size_t fill_triples_wide(const Table (&tables)[3], const std::uint8_t* from,
                                      std::size_t count, std::uint8_t* out) {
  std::size_t i = 0;
  for (; i + 64 <= count; i += 64) {
    const __m512i index = _mm512_loadu_si512(from + i);
    const __m512i first = look_up(tables[0], index);
    const __m512i second = look_up(tables[1], index);
    const __m512i third = look_up(tables[2], index);
    for (int k = 0; k < 3; ++k) {
      const __m512i two =
          _mm512_permutex2var_epi8(first, _mm512_load_si512(kInterleaving.two[k]), second);
      const __m512i all = _mm512_mask_permutexvar_epi8(
          two, kInterleaving.is_third[k], _mm512_load_si512(kInterleaving.third[k]), third);
      _mm512_storeu_si512(out + 3 * i + 64 * static_cast<std::size_t>(k), all);
    }
  }
  return i;
}
#undef PP_WIDE

// All bytes of a pixel side by side.
void fill_pixels(const Picture& picture, const Colour* palette, const Format& format,
                 std::uint8_t* out) {
  const auto stride = static_cast<std::size_t>(format.stride);
  Table tables[3];
  std::uint8_t pixels[256][4];
  for (int i = 0; i < 256; ++i) {
    pixels[i][format.red] = palette[i].red;
    pixels[i][format.green] = palette[i].green;
    pixels[i][format.blue] = palette[i].blue;
    if (format.alpha >= 0) pixels[i][format.alpha] = 255;
    for (int k = 0; k < 3; ++k) tables[k].of[i] = pixels[i][k];
  }
  for (std::size_t y = 0; y < picture.height; ++y) {
    const std::uint8_t* const from = picture.from + y * picture.pitch;
    std::uint8_t* const row = out + y * picture.width * stride;
    std::size_t i =
        stride == 3 && is_wide() ? fill_triples_wide(tables, from, picture.width, row) : 0;
    for (; i < picture.width; ++i) std::memcpy(row + i * stride, pixels[from[i]], stride);
  }
}

void draw_colours(std::uint8_t* out, const std::uint8_t* from, const Colour* palette,
                  std::uint32_t width, std::uint32_t gap, std::uint32_t pixels) {
  const Picture picture{from, width, pixels / width, std::size_t{width} + gap};
  const Format format;
  if (format.stride != 1) return fill_pixels(picture, palette, format, out);
  Table red, green, blue;
  for (int i = 0; i < 256; ++i) {
    red.of[i] = palette[i].red;
    green.of[i] = palette[i].green;
    blue.of[i] = palette[i].blue;
  }
  fill_plane(picture, red, out + format.red);
  fill_plane(picture, green, out + format.green);
  fill_plane(picture, blue, out + format.blue);
}

void draw_gray(std::uint8_t* out, const std::uint8_t* from, const Colour* palette,
               std::uint32_t width, std::uint32_t gap, std::uint32_t pixels) {
  Table gray;
  for (int i = 0; i < 256; ++i) {
    const double shade = 0.21 * palette[i].red + 0.72 * palette[i].green + 0.07 * palette[i].blue;
    gray.of[i] = static_cast<std::uint8_t>(static_cast<int>(shade));
  }
  fill_plane({from, width, pixels / width, std::size_t{width} + gap}, gray, out);
}

using Draw = void (*)(std::uint8_t*, const std::uint8_t*, const Colour*, std::uint32_t,
                      std::uint32_t, std::uint32_t);

// Overwrites the beginning of a loop with a call. At this place, the function has its operands in
// rbx, r13, rsp, ebp, r12d and r14d, and calls others.
void replace(int memory, std::uintptr_t loop, Draw draw) {
  std::uint8_t code[] = {
      0x48, 0x89, 0xdf,                       // mov rdi, rbx
      0x4c, 0x89, 0xee,                       // mov rsi, r13
      0x48, 0x89, 0xe2,                       // mov rdx, rsp
      0x89, 0xe9,                             // mov ecx, ebp
      0x45, 0x89, 0xe0,                       // mov r8d, r12d
      0x45, 0x89, 0xf1,                       // mov r9d, r14d
      0x48, 0xb8, 0,    0, 0, 0, 0, 0, 0, 0,  // mov rax, draw
      0xff, 0xd0,                             // call rax
      0xe9, 0,    0,    0, 0,                 // jmp kEnd
  };
  const auto target = reinterpret_cast<std::uintptr_t>(draw);
  const auto way = static_cast<std::int32_t>(static_cast<std::int64_t>(kEnd) -
                                             static_cast<std::int64_t>(loop + sizeof(code)));
  std::memcpy(code + 19, &target, sizeof(target));
  std::memcpy(code + 30, &way, sizeof(way));
  [[maybe_unused]] const ssize_t ignored =
      pwrite(memory, code, sizeof(code), static_cast<off_t>(loop));
}

[[gnu::constructor]] void replace_loops() {
  if (fcntl(pp::vizdoom::inherited::kControl, F_GETFD) < 0) return;
  const int memory = open("/proc/self/mem", O_RDWR | O_CLOEXEC);
  if (memory < 0) return;
  if (pp::vizdoom::has_code(memory, kFunction)) {
    replace(memory, kColourLoop, draw_colours);
    replace(memory, kGrayLoop, draw_gray);
  }
  close(memory);
}

}  // namespace
#endif
