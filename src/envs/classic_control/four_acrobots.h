// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The motion of four Acrobots at once: Acrobot's own operations in the same order, on vectors.
#pragma once

#include <parallel_pool/numerics.h>

#ifdef PARALLEL_POOL_FOUR_AT_ONCE

#include <numbers>

namespace pp::classic_control {

class FourAcrobots {
 public:
  using Four = math::Four;

  // Angles and angular velocities, in Acrobot's order.
  struct State {
    Four theta1, theta2, speed1, speed2;
  };

  State state;
  Four sine1, cosine1, sine2, cosine2;  // of the angles
  Four cosine12;                        // of their sum

  // One step of the classical Runge-Kutta method; sine2 and cosine2 are known. False if an angle
  // is beyond `max_angle` afterwards; the results are then meaningless.
  [[gnu::target("avx2,fma"), gnu::always_inline]] bool step(Four torque, bool is_nips,
                                                            double time_step, double max_speed1,
                                                            double max_speed2, double max_angle) {
    const State k1 = change(state, sine2, cosine2, torque, is_nips);
    const State k2 = change_after(time_step / 2.0, k1, torque, is_nips);
    const State k3 = change_after(time_step / 2.0, k2, torque, is_nips);
    const State k4 = change_after(time_step, k3, torque, is_nips);
    const double sixth = time_step / 6.0;
    state.theta1 += sixth * (k1.theta1 + 2.0 * k2.theta1 + 2.0 * k3.theta1 + k4.theta1);
    state.theta2 += sixth * (k1.theta2 + 2.0 * k2.theta2 + 2.0 * k3.theta2 + k4.theta2);
    state.speed1 += sixth * (k1.speed1 + 2.0 * k2.speed1 + 2.0 * k3.speed1 + k4.speed1);
    state.speed2 += sixth * (k1.speed2 + 2.0 * k2.speed2 + 2.0 * k3.speed2 + k4.speed2);
    if (!all((state.theta1 < max_angle) & (state.theta1 > -max_angle) & (state.theta2 < max_angle) &
             (state.theta2 > -max_angle))) {
      return false;
    }
    state.theta1 = wrapped(state.theta1);
    state.theta2 = wrapped(state.theta2);
    state.speed1 = clipped(state.speed1, max_speed1);
    state.speed2 = clipped(state.speed2, max_speed2);
    const math::FourAngles first(state.theta1);
    sine1 = first.sines();
    cosine1 = first.cosines();
    const math::FourAngles second(state.theta2);
    sine2 = second.sines();
    cosine2 = second.cosines();
    cosine12 = math::FourAngles(state.theta2 + state.theta1).cosines();
    return true;
  }

 private:
  static constexpr double kPi = std::numbers::pi;
  static constexpr double kGravity = 9.8;

  [[gnu::target("avx2,fma"), gnu::always_inline]] static State change(const State& at, Four sine2,
                                                                      Four cosine2, Four torque,
                                                                      bool is_nips) {
    const Four d1 = 0.25 + (1.25 + cosine2) + 1.0 + 1.0;
    const Four d2 = 0.25 + 0.5 * cosine2 + 1.0;
    const Four phi2 =
        0.5 * kGravity * math::FourAngles(at.theta1 + at.theta2 - kPi / 2.0).cosines();
    const Four phi1 = -0.5 * math::square(at.speed2) * sine2 - at.speed2 * at.speed1 * sine2 +
                      1.5 * kGravity * math::FourAngles(at.theta1 - kPi / 2).cosines() + phi2;
    Four push = torque + d2 / d1 * phi1;
    if (!is_nips) push = push - 0.5 * math::square(at.speed1) * sine2;
    const Four acceleration2 = (push - phi2) / (1.25 - math::square(d2) / d1);
    const Four acceleration1 = -(d2 * acceleration2 + phi1) / d1;
    return {at.speed1, at.speed2, acceleration1, acceleration2};
  }

  // The change at the state that `slope` leads to in `time`.
  [[gnu::target("avx2,fma"), gnu::always_inline]] State change_after(double time,
                                                                     const State& slope,
                                                                     Four torque,
                                                                     bool is_nips) const {
    const State ahead{state.theta1 + time * slope.theta1, state.theta2 + time * slope.theta2,
                      state.speed1 + time * slope.speed1, state.speed2 + time * slope.speed2};
    const math::FourAngles second(ahead.theta2);
    return change(ahead, second.sines(), second.cosines(), torque, is_nips);
  }

  template <class Mask>
  [[gnu::target("avx2,fma"), gnu::always_inline]] static bool all(Mask mask) {
    return _mm256_movemask_pd((Four)mask) == 15;
  }

  [[gnu::target("avx2,fma"), gnu::always_inline]] static Four wrapped(Four angle) {
    while (!all(angle <= kPi)) angle = angle > kPi ? angle - 2 * kPi : angle;
    while (!all(angle >= -kPi)) angle = angle < -kPi ? angle + 2 * kPi : angle;
    return angle;
  }

  [[gnu::target("avx2,fma"), gnu::always_inline]] static Four clipped(Four x, double bound) {
    const Four low = x < -bound ? _mm256_set1_pd(-bound) : x;
    return low > bound ? _mm256_set1_pd(bound) : low;
  }
};

}  // namespace pp::classic_control

#endif
