// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Blackjack against a dealer with an endless deck (Sutton and Barto, example 5.1), with the draws
// and rewards of Gymnasium's BlackjackEnv.
#pragma once

#include <parallel_pool/env.h>

#include <algorithm>

namespace pp::toy_text {

// The facts about a hand that the rules need; an ace is dealt as 1.
struct Hand {
  std::int32_t hard_sum = 0;  // with every ace as 1
  std::int32_t cards = 0;
  bool has_ace = false;

  void add(std::int64_t card) {
    hard_sum += static_cast<std::int32_t>(card);
    ++cards;
    has_ace = has_ace || card == 1;
  }
  bool usable_ace() const { return has_ace && hard_sum + 10 <= 21; }
  std::int32_t sum() const { return usable_ace() ? hard_sum + 10 : hard_sum; }
  bool is_bust() const { return sum() > 21; }
  std::int32_t score() const { return is_bust() ? 0 : sum(); }
  bool is_natural() const { return cards == 2 && has_ace && hard_sum == 11; }

  void serialize(StateIO& io) {
    io.within(hard_sum, 0, 31, "sum of a hand");
    io.within(cards, 0, 31, "number of cards");
    io(has_ace);
  }
};

class Blackjack {
 public:
  static constexpr bool kBoundedSteps = true;

  struct Config {
    bool natural = false;
    bool sab = false;
    static constexpr auto options() {
      return option_list(
          option(
              "natural", &Config::natural,
              "Pay 1.5 for a win with a natural (an ace and a ten); has no effect if sab is True."),
          option("sab", &Config::sab,
                 "Follow Sutton and Barto's rules: a natural wins unless the dealer has one too."));
    }
  };
  struct Action {
    Row<std::int64_t> hit;  // 0: stick, 1: hit
  };
  struct Observation {
    Row<std::int64_t> player_sum, dealer_card, usable_ace;
  };
  struct RenderState {
    Row<std::int64_t> player_sum, dealer_card;
    Row<bool> usable_ace;
    Row<std::int64_t> dealer_suit;  // clubs, diamonds, hearts, spades
    Row<std::int64_t> dealer_face;  // of a ten: jack, queen, king
  };

  static Spec<Blackjack> spec(const Config&) {
    return {.observation = tuple<Observation>({discrete(&Observation::player_sum, 32),
                                               discrete(&Observation::dealer_card, 11),
                                               discrete(&Observation::usable_ace, 2)}),
            .action = discrete(&Action::hit, 2),
            .render_state = dict<RenderState>({{"player_sum", value(&RenderState::player_sum)},
                                               {"dealer_card", value(&RenderState::dealer_card)},
                                               {"usable_ace", value(&RenderState::usable_ace)},
                                               {"dealer_suit", value(&RenderState::dealer_suit)},
                                               {"dealer_face", value(&RenderState::dealer_face)}})};
  }

  explicit Blackjack(const Config& config) : config_(config) {}

  void reset(Rng& rng) {
    dealer_ = {};
    player_ = {};
    dealer_card_ = draw_card(rng);
    dealer_.add(dealer_card_);
    dealer_.add(draw_card(rng));
    player_.add(draw_card(rng));
    player_.add(draw_card(rng));
    dealer_suit_ = rng.choice(4);  // the face shown when rendered; drawn from the same stream
    dealer_face_ = dealer_card_ == 10 ? rng.choice(3) : 0;
  }

  Transition step(const Action& action, Rng& rng) {
    if (action.hit == 1) {
      if (!player_.is_bust()) player_.add(draw_card(rng));  // so only in a forged state
      const bool bust = player_.is_bust();
      return {.reward = bust ? -1.0 : 0.0, .terminated = bust};
    }
    while (dealer_.sum() < 17) dealer_.add(draw_card(rng));
    const std::int32_t difference = player_.score() - dealer_.score();
    double reward = difference > 0 ? 1.0 : difference < 0 ? -1.0 : 0.0;
    if (config_.sab && player_.is_natural() && !dealer_.is_natural()) {
      reward = 1.0;
    } else if (!config_.sab && config_.natural && player_.is_natural() && reward == 1.0) {
      reward = 1.5;
    }
    return {.reward = reward, .terminated = true};
  }

  void observe(Observation& out) const {
    out.player_sum = player_.sum();
    out.dealer_card = dealer_card_;
    out.usable_ace = player_.usable_ace() ? 1 : 0;
  }

  void render_state(RenderState& out) const {
    out.player_sum = player_.sum();
    out.dealer_card = dealer_card_;
    out.usable_ace = player_.usable_ace();
    out.dealer_suit = dealer_suit_;
    out.dealer_face = dealer_face_;
  }

  void serialize(StateIO& io) {
    io(player_, dealer_);
    io.within(dealer_card_, 0, 10, "dealer's card");
    io.within(dealer_suit_, 0, 3, "suit");
    io.within(dealer_face_, 0, 2, "face");
  }

 private:
  // 1 to 9, and four kinds of 10.
  static std::int64_t draw_card(Rng& rng) { return std::min<std::int64_t>(rng.choice(13) + 1, 10); }

  Config config_;
  Hand player_, dealer_;
  std::int64_t dealer_card_ = 0;  // the one that shows
  std::int64_t dealer_suit_ = 0;
  std::int64_t dealer_face_ = 0;
};

}  // namespace pp::toy_text
