// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Nothing makes the Atari console crash or hang: random programs on every cartridge, random
// register accesses, random states. It is meant for AddressSanitizer and
// UndefinedBehaviorSanitizer. An argument sets the number of rounds.
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/random/mt19937.h>
#include <parallel_pool/error.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "atari/console/machine.h"
#include "check.h"

namespace {

using namespace pp::atari;

pp::Mt19937 seeded(std::uint32_t seed) {
  pp::Mt19937 random;
  random.seed_legacy(seed);
  return random;
}

std::uint8_t byte(pp::Mt19937& random) { return static_cast<std::uint8_t>(random.next32() >> 24); }

constexpr Cartridge kCartridges[] = {Cartridge::k2K,   Cartridge::k4K, Cartridge::kF8,
                                     Cartridge::kF8SC, Cartridge::kF6, Cartridge::kF6SC,
                                     Cartridge::kE0,   Cartridge::kFE, Cartridge::kDPC};

bool hangs(std::uint8_t opcode) {
  return (opcode & 15) == 2 && (opcode < 0x80 || (opcode & 16) != 0);
}

// Random bytes, most often without opcodes that hang, which would soon end the program; one in four
// programs has many stores into the TIA, so that pictures come about.
std::vector<std::uint8_t> random_image(Cartridge cartridge, pp::Mt19937& random) {
  std::vector<std::uint8_t> image(static_cast<std::size_t>(size_of(cartridge)));
  const bool may_hang = random.next32() % 8 == 0;
  for (std::uint8_t& b : image) {
    do {
      b = byte(random);
    } while (!may_hang && hangs(b));
  }
  if (random.next32() % 4 != 0) return image;
  constexpr std::uint8_t kStores[] = {0x85, 0x86, 0x84};
  for (std::size_t i = 0; i + 1 < image.size(); i += 2) {
    if (random.next32() % 3 == 0) continue;
    image[i] = kStores[random.next32() % 3];
    image[i + 1] = byte(random) & 0x3f;
  }
  return image;
}

Rom random_rom(Cartridge cartridge, pp::Mt19937& random) {
  constexpr Controllers kControllers[] = {Controllers::kJoysticks, Controllers::kSwappedJoysticks,
                                          Controllers::kPaddlesLeft,
                                          Controllers::kSwappedPaddlesBoth};
  constexpr int kFirstLines[] = {26, 30, 34, 40};
  constexpr int kHeights[] = {210, 214, 220, 230, 250};
  return {.name = "random",
          .cartridge = cartridge,
          .first_line = kFirstLines[random.next32() % 4],
          .height = kHeights[random.next32() % 5],
          .controllers = kControllers[random.next32() % 4],
          .hmove_blanks = random.next32() % 2 == 0};
}

Inputs random_inputs(pp::Mt19937& random) {
  return {.swcha = byte(random),
          .swchb = byte(random),
          .fire = {random.next32() % 2 == 0, random.next32() % 2 == 0},
          .resistance = {static_cast<std::int32_t>(random.next32() % 1000001),
                         static_cast<std::int32_t>(random.next32() % 1000001)}};
}

void play(Machine& machine, pp::Mt19937& random, int frames) {
  for (int i = 0; i < frames; ++i) {
    machine.run_frame(random_inputs(random), random.next32() % 2 == 0);
    if (random.next32() % 8 == 0) {
      const std::uint8_t* const picture = machine.picture();
      unsigned sum = 0;
      for (int p = 0; p < machine.height() * kWidth; ++p) sum += picture[p];
      pp::testing::check(sum <= 255u * kWidth * kPalHeight);
    }
    if (random.next32() % 16 == 0) machine.reset(random);
  }
}

void random_programs(int rounds) {
  for (const Cartridge cartridge : kCartridges) {
    for (int round = 0; round < rounds; ++round) {
      auto random = seeded(static_cast<std::uint32_t>(1000 * static_cast<int>(cartridge) + round));
      const std::vector<std::uint8_t> image = random_image(cartridge, random);
      const Rom rom = random_rom(cartridge, random);
      Machine machine(rom, image, random);
      machine.set_television(random.next32() % 2 == 0 ? Television::kPal : Television::kNtsc);
      machine.reset(random);
      play(machine, random, 20);
    }
  }
}

// Every register at any clock, in any order.
void random_frames(Tia& tia, pp::Mt19937& random) {
  for (int frame = 0; frame < 6; ++frame) {
    std::int64_t cycles = frame == 0 ? 0 : random.next32() % 80;
    if (tia.finished()) tia.start_frame(cycles);
    tia.continue_frame();
    for (int access = 0; access < 4000 && !tia.finished(); ++access) {
      cycles += random.next32() % 12;
      const int address = static_cast<int>(random.next32() % 64);
      if (address == kWsync) {
        cycles = tia.wait_for_line(cycles, random.next32() % 2 == 0);
      } else if (random.next32() % 8 == 0) {
        tia.read(address & 15, byte(random), cycles, random_inputs(random));
      } else if (address != 0 || random.next32() % 16 == 0) {
        tia.write(static_cast<unsigned>(address), byte(random), cycles * kCycle);
      }
    }
    tia.end_call(cycles);
  }
}

// However pixels are put together, the pictures are the same.
void random_traffic(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    FrameBuffers pictures[2];
    const char* const ways[2] = {"portable", "avx2"};
    for (int way = 0; way < 2; ++way) {
      const Compose compose = named_compose(ways[way]);
      Tia tia({.first_row = 34,
               .height = 210,
               .television = round % 2 == 0 ? Television::kPal : Television::kNtsc,
               .hmove_blanks = round % 3 != 0,
               .paddles = {round % 4 == 0, false}},
              pictures[way]);
      tia.set_compose(compose != nullptr ? compose : &compose_portable);
      auto random = seeded(static_cast<std::uint32_t>(round));
      random_frames(tia, random);
    }
    pp::testing::check(
        std::memcmp(pictures[0].pictures, pictures[1].pictures, sizeof(pictures[0].pictures)) == 0,
        "pictures are the same with and without AVX2");
  }
}

// An access of the TIA, made so many cycles after the one before.
struct Access {
  int cycles;
  int address;
  std::uint8_t value;
  bool reads;
};

// Lines that programs might write: few values, so that many writes change nothing.
std::vector<Access> random_lines(pp::Mt19937& random) {
  constexpr int kMostCommon[] = {kGrp0,  kGrp1,   kPf0 + 1, kEnabl,  kColup0, kHmove, kNusiz0,
                                 kEnam0, kCtrlpf, kResp1,   kVdelp0, kHmp0,   kResm0, kRefp1};
  const bool collides = random.next32() % 2 == 0;  // clears collisions and reads them in most lines
  std::vector<Access> accesses;
  for (int line = 0; line < 262; ++line) {
    const auto count = static_cast<int>(random.next32() % 6);
    for (int i = 0; i < count; ++i) {
      if (collides && random.next32() % 4 == 0) {
        const bool reads = random.next32() % 2 == 0;
        accesses.push_back({3 + static_cast<int>(random.next32() % 30),
                            reads ? static_cast<int>(random.next32() % 8) : +kCxclr, 0, reads});
      }
      const bool common = random.next32() % 4 != 0;
      const int address = common ? kMostCommon[random.next32() % std::size(kMostCommon)]
                                 : static_cast<int>(random.next32() % 64);
      if (address == kVsync || (address == kVblank && random.next32() % 8 != 0)) continue;
      accesses.push_back({3 + static_cast<int>(random.next32() % 12), address,
                          static_cast<std::uint8_t>(0x33 * (random.next32() % 6)),
                          random.next32() % 16 == 0});
    }
    accesses.push_back({3 + static_cast<int>(random.next32() % 90), kWsync, 7, false});
  }
  return accesses;
}

// Performs an access, and returns what it shows.
int perform(Tia& tia, const Access& access, std::int64_t& cycles, bool as_the_processor_does) {
  cycles += access.cycles;
  if (access.address == kWsync) {
    Instant instant = cycles * kCycle + access.value;
    const bool waited = as_the_processor_does && tia.wait_quietly(instant);
    cycles = waited ? cycles_of(instant) : tia.wait_for_line(cycles, true);
    pp::testing::check_equal(instructions_of(instant), int{access.value},
                             "a wait executes no instructions");
    return static_cast<int>(cycles);
  }
  if (access.reads) return tia.read(access.address & 15, access.value, cycles, {});
  const bool done =
      as_the_processor_does &&
      tia.write_quietly(static_cast<unsigned>(access.address), access.value, cycles * kCycle);
  if (!done) tia.write(static_cast<unsigned>(access.address), access.value, cycles * kCycle);
  return 0;
}

std::string state_of(Tia& tia) {
  pp::StateIO io;
  tia.serialize(io);
  return io.bytes();
}

// Plays a frame, and returns what its reads and waits show.
std::vector<int> play_frame(Tia& tia, const std::vector<Access>& accesses, std::int64_t& cycles,
                            bool as_the_processor_does) {
  tia.start_frame(cycles);
  cycles = 0;
  std::vector<int> seen;
  for (const Access& access : accesses) {
    seen.push_back(perform(tia, access, cycles, as_the_processor_does));
  }
  return seen;
}

void load(Tia& tia, const std::string& state) {
  pp::StateIO reader(state);
  tia.serialize(reader);
  reader.finish();
}

// One TIA recognises all that it can: writes that change nothing, rows that are there already. As in
// the machine, it expects to complete its picture, and goes back if it does not. The other one
// recognises nothing. Every read, every register after every frame, and every picture that both have
// drawn are the same.
void recognition(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    auto random = seeded(static_cast<std::uint32_t>(round));
    const TiaOptions options{.television = round % 2 == 0 ? Television::kPal : Television::kNtsc,
                             .hmove_blanks = round % 3 != 0};
    FrameBuffers pictures[2];
    Tia all(options, pictures[0]);
    Tia nothing(options, pictures[1]);
    nothing.set_recognition(false);
    const bool draws_always = round % 4 == 0;  // so that incomplete pictures can be compared too
    std::vector<Access> accesses = random_lines(random);
    std::int64_t cycles[2] = {0, 0};
    for (int frame = 0; frame < 12; ++frame) {
      for (Access& access : accesses) {  // a little differs from the frame before
        if (random.next32() % 64 == 0) access.value ^= 0x42;
        if (random.next32() % 256 == 0) access.cycles = 3 + static_cast<int>(random.next32() % 40);
      }
      std::vector<Access> part = accesses;  // some frames end within their picture
      if (random.next32() % 4 == 0) part.resize(random.next32() % part.size());
      const bool drawn = draws_always || random.next32() % 3 != 0;
      all.set_drawing(drawn);
      const std::vector<int> seen = play_frame(nothing, part, cycles[1], false);
      nothing.end_call(cycles[1]);

      const Tia start = all;
      const std::int64_t start_cycles = cycles[0];
      const int current = pictures[0].current;
      all.set_may_stop(false);
      bool same = play_frame(all, part, cycles[0], true) == seen;
      if (!all.will_be_complete()) {
        all.go_back(start);
        all.set_may_stop(true);
        pictures[0].current = current;
        cycles[0] = start_cycles;
        same = same && play_frame(all, part, cycles[0], true) == seen;
      }
      all.end_call(cycles[0]);
      pp::testing::check(same, "all reads are the same");
      const std::string state = state_of(nothing);
      pp::testing::check(state_of(all) == state, "all registers are the same");
      if (random.next32() % 4 == 0) load(all, state);  // and forgets what it has recognised
      if (!draws_always && (!drawn || !all.picture_complete())) continue;
      pp::testing::check(std::memcmp(all.picture(), nothing.picture(),
                                     static_cast<std::size_t>(options.height) * kWidth) == 0,
                         "pictures are the same");
    }
  }
}

void load(Machine& machine, const std::string& state) {
  pp::StateIO reader(state);
  machine.serialize(reader);
  reader.finish();
}

// A state whose bytes are anything is taken as well as may be, or refused; the pool then loads what
// was there before.
void random_states(int rounds) {
  int taken = 0;
  for (int round = 0; round < rounds; ++round) {
    auto random = seeded(static_cast<std::uint32_t>(77 + round));
    const Cartridge cartridge = kCartridges[round % 9];
    const std::vector<std::uint8_t> image = random_image(cartridge, random);
    const Rom rom = random_rom(cartridge, random);
    Machine machine(rom, image, random);
    machine.reset(random);
    pp::StateIO writer;
    machine.serialize(writer);
    const std::string before = writer.bytes();
    std::string state = before;
    for (int i = 0; i < 400; ++i) state[random.next32() % 700] = static_cast<char>(byte(random));
    try {
      load(machine, state);
      ++taken;
    } catch (const pp::Error&) {
      load(machine, before);
    }
    play(machine, random, 8);
  }
  std::printf("%d of %d random states taken\n", taken, rounds);
}

}  // namespace

int main(int argc, char** argv) {
  const int more = argc > 1 ? std::atoi(argv[1]) : 10;
  random_programs(6 * more);
  random_traffic(30 * more);
  recognition(20 * more);
  random_states(36 * more);
  return 0;
}
