// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The screens of a step stay those that were shown, whatever states and steps they come from. An
// argument sets the number of rounds.
#include <parallel_pool/core/author/state_io.h>
#include <parallel_pool/core/random/mt19937.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "atari/single_player/screens.h"
#include "check.h"

namespace {

using namespace pp::atari;

// Screens at any places: the next ones find room.
void forged_screens() {
  constexpr std::size_t kBytes = 2 * 160;
  constexpr int kPlaces = 4;
  const std::vector<std::uint8_t> picture(kBytes);
  for (int word = 0; word < 4 * 5 * kPlaces * kPlaces * kPlaces; ++word) {
    std::uint8_t count = word % 4;
    std::uint8_t second = word / 4 % 5 == kPlaces ? 0xff : word / 4 % 5;
    std::array<std::uint8_t, 3> first;
    for (int i = 0, rest = word / 20; i < 3; ++i, rest /= kPlaces) first[i] = rest % kPlaces;
    pp::StateIO out;
    out(count, second, first);
    for (std::uint8_t place = 0; place < kPlaces; ++place) {
      bool used = place == second;
      for (std::uint8_t i = 0; i < count; ++i) used = used || first[i] == place;
      std::vector<std::uint8_t> screen(kBytes);
      if (used) out.rows(screen.data(), 2, 160);
    }
    RowSet changed[2];
    for (RowSet& rows : changed) rows.add_all();
    const auto view = [&](int number) {
      return Screens::View{number, picture.data(), &changed[number]};
    };
    for (const bool stays : {true, false}) {
      Screens screens(kBytes);
      pp::StateIO in(out.bytes());
      screens.serialize(in);
      in.finish();
      screens.pool();
      pp::testing::check(screens.count() <= 3);
      screens.last_but_one(view(0), stays);  // the step ends without a last one
      screens.pool();
      pp::testing::check(screens.count() <= 3);
      screens.last_but_one(view(0), stays);
      screens.last(view(1));
      screens.pool();
      pp::testing::check_equal(screens.count(), std::uint8_t{2});
    }
  }
}

// A console's two pictures, in which some pixels change from frame to frame.
class TwoPictures {
 public:
  static constexpr int kRows = 12;
  static constexpr std::size_t kBytes = kRows * kWidth;
  using Screen = std::vector<std::uint8_t>;

  explicit TwoPictures(std::uint32_t seed) {
    random_.seed_legacy(seed);
    for (RowSet& rows : changed_) rows.add_all();
  }
  std::uint32_t below(std::uint32_t count) { return random_.next32() % count; }
  Screens::View frame() {
    if (finished_) current_ ^= 1;
    finished_ = below(8) != 0;
    for (int i = 0; i < 3; ++i) {
      const auto y = static_cast<int>(below(kRows));
      changed_[current_].add(y);
      pictures_[current_][static_cast<std::size_t>(y) * kWidth + below(kWidth)] ^= 1;
    }
    return {current_, pictures_[current_].data(), &changed_[current_]};
  }
  bool finished() const { return finished_; }

 private:
  pp::Mt19937 random_;
  Screen pictures_[2] = {Screen(kBytes), Screen(kBytes)};
  RowSet changed_[2];
  int current_ = 0;
  bool finished_ = true;
};

// Whatever steps a game is made of, the maximum of the screens is that of whole copies, and rows
// that do not count as changed remain.
void screens_of_steps(int rounds) {
  using Screen = TwoPictures::Screen;
  const auto copy = [](const Screens::View& view) {
    return Screen(view.pixels, view.pixels + TwoPictures::kBytes);
  };
  const auto add = [](Screen& sum, const std::uint8_t* screen) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = std::max(sum[i], screen[i]);
  };
  for (int round = 0; round < rounds; ++round) {
    TwoPictures pictures(static_cast<std::uint32_t>(round));
    const bool pairs = round % 2 == 0;
    Screens screens(TwoPictures::kBytes);
    Screen first, second(TwoPictures::kBytes), shown;
    bool ended = true;
    for (int step = 0; step < 60; ++step) {
      const std::uint32_t kind = std::exchange(ended, false) ? 0 : pictures.below(12);
      if (kind == 0) {
        const Screens::View view = pictures.frame();
        screens.begin(view);
        first = copy(view);
        second.assign(second.size(), 0);
      } else {
        for (std::uint32_t skipped = pictures.below(3); skipped > 0; --skipped) pictures.frame();
        if (kind > round % 4 * 4u) {
          const Screens::View view = pictures.frame();
          screens.last_but_one(view, pictures.finished());
          second = copy(view);
        }
        if (kind > 1) {
          const Screens::View view = pictures.frame();
          screens.last(view);
          first = copy(view);
        }
        pairs ? screens.pair() : screens.pool();
      }
      Screen expected = first;
      add(expected, second.data());
      if (!pairs) first = expected;
      Screen sum(expected.size());
      for (std::uint8_t i = 0; i < screens.count(); ++i) add(sum, screens[i]);
      pp::testing::check(sum == expected, "the screens are those that were shown");
      for (int y = 0; y < TwoPictures::kRows && screens.comparable(); ++y) {
        if (screens.next_changed(y) == y) continue;
        const int at = y * kWidth;
        pp::testing::check(std::memcmp(&sum[at], &shown[at], kWidth) == 0, "a row remains");
      }
      screens.observed();
      shown = sum;
      if (!pairs && screens.count() == 3) ended = true;  // of an episode
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int more = argc > 1 ? std::atoi(argv[1]) : 10;
  forged_screens();
  screens_of_steps(40 * more);
  return 0;
}
