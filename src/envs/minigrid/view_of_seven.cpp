// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The view of the usual size, with vectors of bytes and without a branch on where the agent looks.
//
// Seven lines of the grid are read as words of eight cells, and turned by exchanging bytes, rows and
// columns. Bits say which cells one sees through and which are seen. The eighth cell of a line and
// the eighth line belong to no view: what they hold is never used.
#include <array>
#include <cstring>

#include "view.h"

#if defined(__x86_64__)
#include <smmintrin.h>
#endif

namespace pp::minigrid {

#if defined(__x86_64__)
namespace {

// What seven cells show of the row above them, by [which one sees through][which are shown].
constexpr auto kShownAbove = [] {
  std::array<std::array<std::uint8_t, 128>, 128> table{};
  for (unsigned clear = 0; clear < 128; ++clear) {
    for (unsigned shown = 0; shown < 128; ++shown) {
      table[clear][shown] = see_row<std::uint8_t>(static_cast<std::uint8_t>(shown),
                                                  static_cast<std::uint8_t>(clear), 127)
                                .above;
    }
  }
  return table;
}();

// How the lines of a view are read, by heading: the first cell's place from the agent, the line
// after the next, and whether cells are read from right to left.
struct Reading {
  std::int32_t x, y;
  std::int32_t line;
  std::int32_t step;
};
// Looking right or left, the lines are the view's columns; down or up, they are its rows.
constexpr std::array<Reading, 4> kReadings = {Reading{-1, -3, 1, -1}, Reading{-4, 6, -1, -1},
                                              Reading{-6, 3, -1, 1}, Reading{-3, -6, 1, 1}};

// Eight lines of eight cells, two to a vector.
struct Lines {
  __m128i pairs[4];
};

[[gnu::target("avx2"), gnu::always_inline]] inline __m128i load(const Cell* cells) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(cells));
}

[[gnu::target("avx2"), gnu::always_inline]] inline Lines read(const World& world) {
  const Reading& how = kReadings[world.direction];
  const Cell* from = world.address(world.agent + Position{how.x, how.y});
  const std::ptrdiff_t pitch = how.line * world.stride();
  const __m128i forwards = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m128i backwards = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  const __m128i is_forwards = _mm_set1_epi8(static_cast<char>(-(how.step > 0)));
  const __m128i order = _mm_blendv_epi8(backwards, forwards, is_forwards);
  Lines lines;
  for (std::size_t n = 0; n < 3; ++n) {
    lines.pairs[n] = _mm_unpacklo_epi64(load(from), load(from + pitch));
    from += 2 * pitch;
  }
  lines.pairs[3] = load(from);
  for (__m128i& pair : lines.pairs) pair = _mm_shuffle_epi8(pair, order);
  return lines;
}

// Rows as columns.
[[gnu::target("avx2"), gnu::always_inline]] inline Lines transposed(const Lines& lines) {
  // The bytes of two lines by turns, then of four, then of eight.
  const __m128i by_turns = _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  __m128i two[4];
  for (std::size_t n = 0; n < 4; ++n) two[n] = _mm_shuffle_epi8(lines.pairs[n], by_turns);
  const __m128i low4 = _mm_unpacklo_epi16(two[0], two[1]);
  const __m128i high4 = _mm_unpackhi_epi16(two[0], two[1]);
  const __m128i low8 = _mm_unpacklo_epi16(two[2], two[3]);
  const __m128i high8 = _mm_unpackhi_epi16(two[2], two[3]);
  return {{_mm_unpacklo_epi32(low4, low8), _mm_unpackhi_epi32(low4, low8),
           _mm_unpacklo_epi32(high4, high8), _mm_unpackhi_epi32(high4, high8)}};
}

// Which cells are seen: bit i of byte j for cell (i, j).
[[gnu::target("avx2"), gnu::always_inline]] inline std::uint64_t seen_of(const Lines& rows) {
  std::uint64_t clear = 0;
  for (std::size_t n = 0; n < 4; ++n) {
    const auto opaque = static_cast<std::uint32_t>(_mm_movemask_epi8(rows.pairs[n]));
    clear |= static_cast<std::uint64_t>(~opaque & 0x7F7Fu) << (16 * n);
  }
  std::uint64_t seen = 0;
  std::uint8_t shown = 1u << 3;
  for (int j = 6; j >= 0; --j) {
    const std::uint8_t above = kShownAbove[clear >> (8 * j) & 127][shown];
    seen |= static_cast<std::uint64_t>(shown | above) << (8 * j);
    shown = above;
  }
  return seen;
}

[[gnu::target("avx2"), gnu::always_inline]] inline void hide(Lines& columns, std::uint64_t seen) {
  const __m128i rows = _mm_set1_epi64x(static_cast<long long>(seen));
  __m128i bits = _mm_setr_epi8(1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2);
  for (__m128i& pair : columns.pairs) {
    pair = _mm_and_si128(pair, _mm_cmpeq_epi8(_mm_and_si128(rows, bits), bits));
    bits = _mm_slli_epi16(bits, 2);
  }
}

// The bytes of vectors at places that others name; a place below zero is nowhere.
[[gnu::target("avx2"), gnu::always_inline]] inline __m128i pick(__m128i a, __m128i from_a,
                                                                __m128i b, __m128i from_b) {
  return _mm_or_si128(_mm_shuffle_epi8(a, from_a), _mm_shuffle_epi8(b, from_b));
}
constexpr char o = -128;  // nowhere

[[gnu::target("avx2"), gnu::always_inline]] inline void store(std::uint8_t* out, __m128i bytes) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bytes);
}

// Writes what observations show of 16 cells.
[[gnu::target("avx2"), gnu::always_inline]] inline void write_cells(__m128i cells,
                                                                    std::uint8_t* out) {
  const __m128i kind = _mm_and_si128(cells, _mm_set1_epi8(15));
  const __m128i color = _mm_and_si128(_mm_srli_epi16(cells, 4), _mm_set1_epi8(7));
  constexpr char kDoor = 4;
  const __m128i type = _mm_shuffle_epi8(
      _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, kDoor, kDoor, 0, 0, 0), kind);
  const __m128i state =
      _mm_shuffle_epi8(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0), kind);
  const __m128i first = pick(type, _mm_setr_epi8(0, o, o, 1, o, o, 2, o, o, 3, o, o, 4, o, o, 5),
                             color, _mm_setr_epi8(o, 0, o, o, 1, o, o, 2, o, o, 3, o, o, 4, o, o));
  const __m128i second =
      pick(type, _mm_setr_epi8(o, o, 6, o, o, 7, o, o, 8, o, o, 9, o, o, 10, o), color,
           _mm_setr_epi8(5, o, o, 6, o, o, 7, o, o, 8, o, o, 9, o, o, 10));
  const __m128i third =
      pick(type, _mm_setr_epi8(o, 11, o, o, 12, o, o, 13, o, o, 14, o, o, 15, o, o), color,
           _mm_setr_epi8(o, o, 11, o, o, 12, o, o, 13, o, o, 14, o, o, 15, o));
  const __m128i first_states = _mm_setr_epi8(o, o, 0, o, o, 1, o, o, 2, o, o, 3, o, o, 4, o);
  const __m128i second_states = _mm_setr_epi8(o, 5, o, o, 6, o, o, 7, o, o, 8, o, o, 9, o, o);
  const __m128i third_states = _mm_setr_epi8(10, o, o, 11, o, o, 12, o, o, 13, o, o, 14, o, o, 15);
  store(out, _mm_or_si128(first, _mm_shuffle_epi8(state, first_states)));
  store(out + 16, _mm_or_si128(second, _mm_shuffle_epi8(state, second_states)));
  store(out + 32, _mm_or_si128(third, _mm_shuffle_epi8(state, third_states)));
}

// Writes seven columns of seven cells.
[[gnu::target("avx2"), gnu::always_inline]] inline void write_columns(const Lines& columns,
                                                                      std::uint8_t* out) {
  write_cells(
      pick(columns.pairs[0], _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, o, o),
           columns.pairs[1], _mm_setr_epi8(o, o, o, o, o, o, o, o, o, o, o, o, o, o, 0, 1)),
      out);
  write_cells(
      pick(columns.pairs[1], _mm_setr_epi8(2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, o, o, o, o),
           columns.pairs[2], _mm_setr_epi8(o, o, o, o, o, o, o, o, o, o, o, o, 0, 1, 2, 3)),
      out + 48);
  write_cells(
      pick(columns.pairs[2], _mm_setr_epi8(4, 5, 6, 8, 9, 10, 11, 12, 13, 14, o, o, o, o, o, o),
           columns.pairs[3], _mm_setr_epi8(o, o, o, o, o, o, o, o, o, o, 0, 1, 2, 3, 4, 5)),
      out + 96);
  write_triple(out + 144, static_cast<Cell>(_mm_extract_epi8(columns.pairs[3], 6)));
}

[[gnu::target("avx2")]] void write(const World& world, std::uint8_t* out) {
  const Lines lines = read(world);
  const Lines turned = transposed(lines);
  const __m128i are_rows =
      _mm_set1_epi64x(-static_cast<long long>(world.direction & 1));  // the lines that were read
  Lines columns, rows;
  for (std::size_t n = 0; n < 4; ++n) {
    columns.pairs[n] = _mm_blendv_epi8(lines.pairs[n], turned.pairs[n], are_rows);
    rows.pairs[n] = _mm_blendv_epi8(turned.pairs[n], lines.pairs[n], are_rows);
  }
  if (!world.see_through_walls()) hide(columns, seen_of(rows));
  // The agent sees what it carries in its own place, never what it stands on.
  columns.pairs[1] = _mm_insert_epi8(columns.pairs[1], world.carried_cell(), 14);
  write_columns(columns, out);
}

}  // namespace

bool write_view_of_seven(const World& world, std::uint8_t* out) {
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) write(world, out);
  return has_avx2;
}

#else

bool write_view_of_seven(const World&, std::uint8_t*) { return false; }

#endif

}  // namespace pp::minigrid
