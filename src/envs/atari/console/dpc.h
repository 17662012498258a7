// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The display processor chip of Pitfall II: eight data fetchers, three of which can make music, and
// a random number generator.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace pp::atari {

class Dpc {
 public:
  // Before each access of the chip.
  void clock_random() { random_ = kNextRandom[random_]; }

  // A read in $1000-$103F; `display` are the 2048 bytes of graphics.
  std::uint8_t read(std::uint16_t address, std::int64_t cycles, const std::uint8_t* display) {
    const int index = address & 7;
    Fetcher& fetcher = fetchers_[index];
    const std::uint8_t low = fetcher.counter & 0xff;
    if (low == fetcher.top) {
      fetcher.flag = 0xff;
    } else if (low == fetcher.bottom) {
      fetcher.flag = 0;
    }
    const std::uint8_t shown = display[2047 - fetcher.counter];
    std::uint8_t value = 0;
    switch ((address >> 3) & 7) {
      case 0:
        value = index < 4 ? random_ : amplitude(cycles);
        break;
      case 1:
        value = shown;
        break;
      case 2:
        value = shown & fetcher.flag;
        break;
      case 7:
        value = fetcher.flag;
        break;
      default:
        break;
    }
    if (!fetcher.music) fetcher.counter = (fetcher.counter - 1) & 0x7ff;
    return value;
  }

  // A write in $1040-$107F.
  void write(std::uint16_t address, std::uint8_t value) {
    const int index = address & 7;
    Fetcher& fetcher = fetchers_[index];
    switch ((address >> 3) & 7) {
      case 0:
        fetcher.top = value;
        fetcher.flag = 0;
        break;
      case 1:
        fetcher.bottom = value;
        break;
      case 2:
        fetcher.counter = (fetcher.counter & 0x700) | (fetcher.music ? fetcher.top : value);
        break;
      case 3:
        fetcher.counter = (fetcher.counter & 0xff) | (value & 7) << 8;
        if (index >= kFirstMusic) fetcher.music = (value & 0x10) != 0;
        break;
      case 6:
        random_ = 1;
        break;
      default:
        break;
    }
  }

  // A system reset keeps all but the music's clock.
  void reset() {
    music_at_ = 0;
    fraction_ = 0;
  }
  void rebase(std::int64_t cycles) { music_at_ -= cycles; }

  template <class Io>
  void serialize(Io& io) {
    io(fetchers_, random_, music_at_, fraction_);
    for (Fetcher& fetcher : fetchers_) fetcher.counter &= 0x7ff;
    if (!(fraction_ >= 0 && fraction_ < 1)) fraction_ = 0;
    music_at_ = std::clamp(music_at_, -kFarCycle, kFarCycle);
  }

 private:
  static constexpr int kFirstMusic = 5;
  static constexpr std::int64_t kFarCycle = std::int64_t{1} << 60;  // no state of a game is there

  static constexpr auto kNextRandom = [] {
    std::array<std::uint8_t, 256> next{};
    for (unsigned i = 0; i < 256; ++i) {
      next[i] = static_cast<std::uint8_t>(i << 1 | (std::popcount(i & 0xb8u) % 2 == 0));
    }
    return next;
  }();

  struct Fetcher {
    std::uint8_t top = 0;
    std::uint8_t bottom = 0;
    std::uint8_t flag = 0;
    bool music = false;
    std::uint16_t counter = 0;  // 11 bits

    template <class Io>
    void serialize(Io& io) {
      io(top, bottom, flag, music, counter);
    }
  };

  std::uint8_t amplitude(std::int64_t cycles) {
    constexpr std::uint8_t kAmplitudes[8] = {0, 4, 5, 9, 6, 10, 11, 15};
    update_music(cycles);
    int loud = 0;
    for (int k = 0; k < 3; ++k) {
      const Fetcher& fetcher = fetchers_[kFirstMusic + k];
      if (fetcher.music && fetcher.flag != 0) loud |= 1 << k;
    }
    return kAmplitudes[loud];
  }

  // The music fetchers count at 15750 Hz, the processor at 1.19 MHz.
  void update_music(std::int64_t cycles) {
    const double ticks =
        15750.0 * static_cast<double>(cycles - music_at_) / 1193191.66666667 + fraction_;
    music_at_ = cycles;
    const auto whole = static_cast<std::int64_t>(ticks);
    fraction_ = ticks - static_cast<double>(whole);
    if (whole <= 0) return;
    for (int k = kFirstMusic; k < 8; ++k) {
      Fetcher& fetcher = fetchers_[k];
      if (!fetcher.music) continue;
      const int period = fetcher.top + 1;
      int low = 0;
      if (fetcher.top != 0) {
        low = (fetcher.counter & 0xff) - static_cast<int>(whole % period);
        if (low < 0) low += period;
      }
      if (low <= fetcher.bottom) {
        fetcher.flag = 0;
      } else if (low <= fetcher.top) {
        fetcher.flag = 0xff;
      }
      fetcher.counter = static_cast<std::uint16_t>((fetcher.counter & 0x700) | (low & 0xff));
    }
  }

  Fetcher fetchers_[8] = {};
  std::uint8_t random_ = 1;
  std::int64_t music_at_ = 0;  // the cycle up to which the music is counted
  double fraction_ = 0;        // of a tick
};

}  // namespace pp::atari
