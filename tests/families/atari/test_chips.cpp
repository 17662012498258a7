// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The parts of the Atari console, each against a simpler implementation or values that ALE has
// shown.
#include <parallel_pool/core/random/mt19937.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "atari/console/alu.h"
#include "atari/console/board.h"
#include "atari/console/compose.h"
#include "atari/console/decoding.h"
#include "atari/console/opcodes.h"
#include "atari/console/riot.h"
#include "atari/console/tia_motion.h"
#include "atari/console/tia_shapes.h"
#include "check.h"

namespace {

using namespace pp::atari;
using pp::testing::check;
using pp::testing::check_equal;

void arithmetic() {
  // Proper digits add and subtract as decimal numbers.
  for (int a = 0; a < 100; ++a) {
    for (int m = 0; m < 100; ++m) {
      for (const bool carry : {false, true}) {
        const auto bcd = [](int n) { return static_cast<std::uint8_t>(n / 10 << 4 | n % 10); };
        const Sum sum = add_decimal(bcd(a), bcd(m), carry);
        check_equal(sum.value, bcd((a + m + carry) % 100), "sum");
        check_equal(sum.carry, a + m + carry > 99, "carry");
        const Sum difference = subtract_decimal(bcd(a), bcd(m), carry);
        check_equal(difference.value, bcd((a - m - !carry + 100) % 100), "difference");
        check_equal(difference.carry, a - m - !carry >= 0, "borrow");
      }
    }
  }
  check_equal(subtract_decimal(0, 0xff, true).value, std::uint8_t{0x7d});
  check_equal(subtract_decimal(0, 0xff, false).value, std::uint8_t{0x7c});
  check_equal(add_decimal(0x0f, 0x0f, false).value, std::uint8_t{0x30});
  check_equal(add_decimal(0xff, 0xff, false).value, std::uint8_t{0x74});
}

void timer() {
  Riot riot;
  const Inputs inputs;
  riot.write(0x294, 100, 50);  // TIM1T
  check_equal(riot.read(0x284, 54, inputs), std::uint8_t{96});
  check_equal(riot.read(0x285, 54, inputs), std::uint8_t{0});
  riot.write(0x296, 10, 1000);  // TIM64T
  for (const int step : {7, 8}) {
    for (const std::uint8_t least : {1, 2, 9}) {
      const std::int64_t first = 1003;
      const std::int64_t passes = riot.reads_from(least, first, step);
      const std::int64_t last = first + (passes - 1) * step;
      check_equal(riot.read(0x284, last, inputs), least, "the last read that shows as much");
      check_equal(riot.read(0x284, last + step, inputs), static_cast<std::uint8_t>(least - 1));
    }
    const std::int64_t last = 1003 + (riot.reads_from(0, 1003, step) - 1) * step;
    check_equal(riot.read(0x285, last, inputs), std::uint8_t{0}, "not expired");
    check_equal(riot.read(0x285, last + step, inputs), std::uint8_t{0x80});
  }
  for (const std::uint8_t least : {10, 11}) {
    check_equal(riot.reads_from(least, 1003, 7), std::int64_t{0}, "shows less already");
  }
  check_equal(riot.read(0x284, 1000 + 64, inputs), std::uint8_t{9}, "the end of a step");
  check_equal(riot.read(0x284, 1000 + 65, inputs), std::uint8_t{8}, "the next one");
  check_equal(riot.read(0x285, 1000 + 64 * 10 + 1, inputs), std::uint8_t{0x80}, "expired");
  Riot earlier = riot;
  earlier.rebase(900);
  check_equal(earlier.read(0x284, 203, inputs), riot.read(0x284, 1103, inputs), "rebased");
}

void positions() {
  check_equal(motion(0, 7), -7);
  check_equal(motion(0, 8), 8);
  check_equal(motion(75, 1), -1);
  check_equal(motion(30, 7), 0);
  check_equal(motion(20, 0), 6);
  check_equal(motion(74, 7), -15);
  check_equal(strobed_player(67), 3);
  check_equal(strobed_player(227), 4);
  check_equal(strobed_missile(68), 4);
  // A strobe right before a copy sets it up, one within a copy lets it finish.
  check(meeting(0, 50, 50) == Meeting::kSetUp);
  check(meeting(0, 50, 54) == Meeting::kDrawing);
  check(meeting(0, 50, 62) == Meeting::kNothing);
  check(meeting(3, 50, 83) == Meeting::kSetUp);
  check(meeting(7, 150, 20) == Meeting::kDrawing, "round the edge");
}

bool pixel(const Mask& mask, int x) { return (mask.w[x >> 6] >> (x & 63) & 1) != 0; }

void shapes() {
  pp::Mt19937 random;
  for (int round = 0; round < 4000; ++round) {
    const auto graphics = static_cast<std::uint8_t>(random.next32());
    const bool reflected = random.next32() % 2 == 0;
    const bool skip = random.next32() % 3 == 0;
    const int mode = static_cast<int>(random.next32() % 8);
    const int at = static_cast<int>(random.next32() % 160);
    const Mask mask = player_shape(graphics, reflected, mode, at, skip);
    bool expected[160] = {};
    const CopyMode& copies = kCopyModes[mode];
    const int scale = copies.width / 8;
    for (int copy = skip ? 1 : 0; copy < copies.copies; ++copy) {
      for (int i = 0; i < copies.width; ++i) {
        const int bit = reflected ? i / scale : 7 - i / scale;
        const int x = at + copies.offsets[copy] + i + (scale > 1 ? 1 : 0);
        if ((graphics >> bit & 1) != 0) expected[x % 160] = true;
      }
    }
    for (int x = 0; x < 160; ++x) check_equal(pixel(mask, x), expected[x], "player");
  }
}

void playfields() {
  pp::Mt19937 random;
  for (int round = 0; round < 300; ++round) {
    std::uint8_t pf[3];
    for (std::uint8_t& byte : pf) byte = static_cast<std::uint8_t>(random.next32() >> 24);
    const auto lit = [&](int cell) {
      if (cell < 4) return (pf[0] >> (4 + cell) & 1) != 0;
      if (cell < 12) return (pf[1] >> (11 - cell) & 1) != 0;
      return (pf[2] >> (cell - 12) & 1) != 0;
    };
    const Mask mirrored = playfield_shape(pf[0], pf[1], pf[2], true);
    const Mask repeated = playfield_shape(pf[0], pf[1], pf[2], false);
    for (int x = 0; x < 80; ++x) {
      check_equal(pixel(mirrored, x), lit(x / 4), "left half");
      check_equal(pixel(repeated, x), lit(x / 4), "left half");
      check_equal(pixel(mirrored, 159 - x), lit(x / 4), "mirrored half");
      check_equal(pixel(repeated, 80 + x), lit(x / 4), "repeated half");
    }
  }
}

void pixels() {
  const Compose wide = named_compose("avx2");
  pp::Mt19937 random;
  for (int round = 0; round < 3000; ++round) {
    Layers layers{.background = static_cast<std::uint8_t>(random.next32())};
    for (Layer& layer : layers.layers) {
      layer.colour = static_cast<std::uint8_t>(random.next32());
      if (random.next32() % 3 == 0) continue;
      for (std::uint64_t& word : layer.mask.w)
        word = std::uint64_t{random.next32()} << 32 | random.next32();
      layer.mask.w[2] &= 0xffffffff;
    }
    int from = static_cast<int>(random.next32() % 161);
    int to = static_cast<int>(random.next32() % 161);
    if (from > to) std::swap(from, to);
    if (round % 4 == 0) from = 0, to = 160;
    alignas(32) std::uint8_t plain[160], fast[160];
    std::memset(plain, 77, sizeof(plain));
    std::memset(fast, 77, sizeof(fast));
    compose_portable(plain, from, to, layers);
    for (int x = 0; x < 160; ++x) {
      std::uint8_t expected = layers.background;
      for (int i = 2; i >= 0; --i) {
        if (pixel(layers.layers[i].mask, x)) expected = layers.layers[i].colour;
      }
      check_equal(plain[x], x < from || x >= to ? std::uint8_t{77} : expected, "pixel");
    }
    if (wide == nullptr) continue;
    wide(fast, from, to, layers);
    check(std::memcmp(plain, fast, sizeof(plain)) == 0, "AVX2 draws the same");
  }
}

// Each byte is the number of its kilobyte.
std::vector<std::uint8_t> image(Cartridge type) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size_of(type)));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i / 1024);
  return bytes;
}

void banks() {
  PageMap pages;
  Board f8(Cartridge::kF8, image(Cartridge::kF8));
  f8.map(pages);
  check_equal(*pages.read[page_of(0x1000)], std::uint8_t{4}, "F8 starts in bank 1");
  check_equal(f8.read(0x1ff8, 0, pages), std::uint8_t{3}, "the byte comes from the new bank");
  check_equal(*pages.read[page_of(0x1000)], std::uint8_t{0});

  Board e0(Cartridge::kE0, image(Cartridge::kE0));
  e0.map(pages);
  check_equal(*pages.read[page_of(0x1400)], std::uint8_t{5});
  e0.write(0x1fe9, 0, pages);
  check_equal(*pages.read[page_of(0x1400)], std::uint8_t{1});
  check_equal(*pages.read[page_of(0x1c00)], std::uint8_t{7});

  Board sc(Cartridge::kF6SC, image(Cartridge::kF6SC));
  sc.map(pages);
  *pages.write[page_of(0x1000)] = 99;
  check_equal(*pages.read[page_of(0x1080)], std::uint8_t{99}, "the cartridge's RAM");
  check_equal(*pages.read[page_of(0x1000)], std::uint8_t{0}, "is not read where it is written");

  const Board fe(Cartridge::kFE, image(Cartridge::kFE));
  check_equal(fe.window(0xf000).begin->byte(), std::uint8_t{0}, "bit 13 chooses the first bank");
  check_equal(fe.window(0xd000).begin->byte(), std::uint8_t{4});
}

// After an access that cannot switch banks, the processor goes on in its window of code.
void switches() {
  for (const Cartridge type :
       {Cartridge::k2K, Cartridge::k4K, Cartridge::kF8, Cartridge::kF8SC, Cartridge::kF6,
        Cartridge::kF6SC, Cartridge::kE0, Cartridge::kFE, Cartridge::kDPC}) {
    for (int address = 0x1000; address < 0x2000; ++address) {
      for (const bool reads : {false, true}) {
        Board board(type, image(type));
        PageMap pages;
        board.map(pages);
        const PageMap before = pages;
        const auto at = static_cast<std::uint16_t>(address);
        reads ? static_cast<void>(board.read(at, 0, pages)) : board.write(at, 0, pages);
        const bool switched = !std::ranges::equal(before.read, pages.read) ||
                              board.window(at).begin != Board(type, image(type)).window(at).begin;
        check(!switched || Board::may_switch(at), "no other address switches banks");
      }
    }
  }
}

// Whether the operand at an offset is of a mode that variants are of.
bool is_of(Mode mode, int offset, std::uint8_t operand) {
  const int to = offset + 1 + static_cast<std::int8_t>(operand);
  const bool within_page = (offset + 1) / 256 == to / 256;
  switch (mode) {
    case Mode::kRam:
      return operand >= 0x80;
    case Mode::kRamY:
      return operand >= 0x80 && operand != 0xff;
    case Mode::kTia:
      return operand < 0x40 && operand != 0x02;
    case Mode::kSync:
      return operand < 0x80 && (operand & 0x3f) == 0x02;
    case Mode::kForward:
      return operand < 0x80 && within_page;
    case Mode::kBackward:
      return operand >= 0x80 && within_page;
    default:
      return true;
  }
}

bool jumps(std::uint8_t opcode) {
  const Instruction& instruction = kInstructions[opcode];
  constexpr Op kJumps[] = {Op::kBrk, Op::kJmp, Op::kJsr, Op::kRti, Op::kRts};
  return instruction.mode == Mode::kRel ||
         std::ranges::find(kJumps, instruction.op) != std::end(kJumps);
}

// Codes say what the program does, and what is decoded leads to what is decoded.
void codes() {
  constexpr int kFrom = 0x80, kTo = 0xff8;
  pp::Mt19937 random;
  random.seed_legacy(7);
  for (int round = 0; round < 40; ++round) {
    std::vector<std::uint8_t> program(0x1000);
    // Few values, so that there are sequences.
    constexpr std::uint8_t kSome[] = {0xb1, 0x85, 0xa5, 0x9b, 0x1b, 0x02, 0xa9, 0xca, 0x10, 0xf8,
                                      0xd0, 0x0a, 0x4a, 0x38, 0xe5, 0xff, 0xbd, 0x4c, 0xaa, 0x04};
    for (std::uint8_t& byte : program) {
      const std::uint32_t draw = random.next32();
      byte = round % 2 == 0 ? kSome[draw % std::size(kSome)] : static_cast<std::uint8_t>(draw);
    }
    std::vector<Cell> cells(program.size(), {kNowhere, {}});
    decode(program, kFrom, kTo, cells.data());
    for (int at = 0; at < static_cast<int>(program.size()); ++at) {
      const Code code = cells[static_cast<std::size_t>(at)].code;
      check_equal(code == kNowhere, at < kFrom || at > kTo - 3, "outside");
      if (code < kOpcodes) {
        check_equal(program[static_cast<std::size_t>(at)], static_cast<std::uint8_t>(code),
                    "as is");
      }
      int next = at;
      const Parts parts = parts_of(code);
      for (std::size_t i = 0; i < parts.count; ++i) {
        const auto& [opcode, mode] = parts.instructions[i];
        const std::uint8_t operand = program[static_cast<std::size_t>(next) + 1];
        check_equal(program[static_cast<std::size_t>(next)], opcode, "opcode");
        check(is_of(mode, next + 1, operand), "operand");
        next += length(kInstructions[opcode]);
        check(cells[static_cast<std::size_t>(next)].code != kNowhere, "goes on within the window");
        if (kInstructions[opcode].mode != Mode::kRel) continue;
        // Backward, only the opcode's own branch asks whether it has left the window.
        const int to = next + static_cast<std::int8_t>(operand);
        const bool asks = operand >= 0x80 && mode == Mode::kRel;
        check(asks || cells.at(static_cast<std::size_t>(to)).code != kNowhere,
              "branches within it");
      }
    }
  }
  for (std::size_t code = kFirstSequence; code < kCodes; ++code) {
    const Parts parts = parts_of(code);
    check(parts.count >= 2, "several");
    for (std::size_t i = 0; i + 1 < parts.count; ++i) {
      check(!jumps(parts.instructions[i].opcode), "only the last one jumps");
    }
  }
}

}  // namespace

int main() {
  arithmetic();
  timer();
  positions();
  shapes();
  playfields();
  pixels();
  banks();
  switches();
  codes();
  return 0;
}
