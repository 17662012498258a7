// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// How the velocities of a group of islands are solved. Included once for each width of registers,
// within a namespace that says what Lanes, Mask and the rest are: no template, because a function
// has the instruction set of the place where it stands.
//
// In lanes a branch becomes a choice between two results. Never is 0 added instead: -0 + 0 is not
// -0.

// As the functions of this name for floats: the second argument where the two compare equal.
Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }
Lanes max(Lanes a, Lanes b) { return a > b ? a : b; }
Lanes clamp(Lanes a, Lanes low, Lanes high) { return max(low, min(a, high)); }

// All outcomes are worked out before one is chosen, so that none waits for the choice.
void solve(JointLanes& k, BodyLanes& body_a, BodyLanes& body_b) {
  Lanes wA = body_a.w;
  Lanes wB = body_b.w;
  const Lanes motor = -k.motor_mass * (wB - wA - k.motor_speed);
  const Lanes motor_before = k.motor_impulse;
  k.motor_impulse = clamp(motor_before + motor, -k.max_motor_impulse, k.max_motor_impulse);
  const Lanes motor_change = k.motor_impulse - motor_before;
  wA -= k.inertia_a * motor_change;
  wB += k.inertia_b * motor_change;

  const Lanes cx = body_b.vx + -wB * k.arm_by - body_a.vx - -wA * k.arm_ay;
  const Lanes cy = body_b.vy + wB * k.arm_bx - body_a.vy - wA * k.arm_ax;
  const auto solve2 = [&k](Lanes bx, Lanes by, Lanes& x, Lanes& y) {
    x = k.inverse_determinant2 * (k.yy * bx - k.xy * by);
    y = k.inverse_determinant2 * (k.xx * by - k.xy * bx);
  };
  Lanes free_x, free_y;
  solve2(-cx, -cy, free_x, free_y);
  const auto turn_a = [&k](Lanes x, Lanes y) { return k.arm_ax * y - k.arm_ay * x; };
  const auto turn_b = [&k](Lanes x, Lanes y) { return k.arm_bx * y - k.arm_by * x; };
  const auto push = [&](Lanes x, Lanes y, Lanes by_turn_a, Lanes by_turn_b) {
    k.impulse_x += x;
    k.impulse_y += y;
    body_a.w = wA - k.inertia_a * by_turn_a;
    body_b.w = wB + k.inertia_b * by_turn_b;
    body_a.vx -= k.mass_a * x;
    body_a.vy -= k.mass_a * y;
    body_b.vx += k.mass_b * x;
    body_b.vy += k.mass_b * y;
  };
  if (!k.any_limit) {
    return push(free_x, free_y, turn_a(free_x, free_y), turn_b(free_x, free_y));
  }
  const Lanes cz = wB - wA;
  const Lanes det = k.inverse_determinant3;
  const Lanes held_z = -(det * (k.xx * (k.yy * cz - k.yz * cy) + k.xy * (k.yz * cx - k.xy * cz) +
                                k.xz * (k.xy * cy - k.yy * cx)));
  const Lanes held_x = -(det * (cx * k.yz_x + cy * k.yz_y + cz * k.yz_z));
  const Lanes held_y = -(det * (k.xx * (cy * k.zz - cz * k.yz) + k.xy * (cz * k.xz - cx * k.zz) +
                                k.xz * (cx * k.yz - cy * k.xz)));
  const Lanes limit = k.limit_impulse;
  Lanes let_go_x, let_go_y;
  solve2(-cx + limit * k.xz, -cy + limit * k.yz, let_go_x, let_go_y);
  const Lanes total = limit + held_z;
  const Mask is_limited = k.is_lower | k.is_upper;
  const Mask lets_go = (k.is_lower & (total < 0.0f)) | (k.is_upper & (total > 0.0f));
  const Lanes px = lets_go ? let_go_x : is_limited ? held_x : free_x;
  const Lanes py = lets_go ? let_go_y : is_limited ? held_y : free_y;
  const Lanes z = lets_go ? -limit : held_z;
  k.limit_impulse = lets_go ? Lanes{} : is_limited ? total : limit;
  push(px, py, is_limited ? turn_a(px, py) + z : turn_a(px, py),
       is_limited ? turn_b(px, py) + z : turn_b(px, py));
}

Lanes relative_x(const BodyLanes& body, const PointLanes& p) {
  return body.vx + -body.w * p.arm_y - p.rest_x;
}
Lanes relative_y(const BodyLanes& body, const PointLanes& p) {
  return body.vy + body.w * p.arm_x - p.rest_y;
}

void apply(const ContactLanes& k, const PointLanes& p, Lanes px, Lanes py, Mask where,
           BodyLanes& body) {
  body.vx = where ? body.vx + k.mass * px : body.vx;
  body.vy = where ? body.vy + k.mass * py : body.vy;
  body.w = where ? body.w + k.inertia * (p.arm_x * py - p.arm_y * px) : body.w;
}

[[gnu::always_inline]] inline void solve_friction(const ContactLanes& k, PointLanes& p, Mask where,
                                                  BodyLanes& body) {
  const Lanes tangent_x = k.normal_y;
  const Lanes tangent_y = -k.normal_x;
  const Lanes speed = relative_x(body, p) * tangent_x + relative_y(body, p) * tangent_y;
  const Lanes most = k.friction * p.normal_impulse;
  const Lanes before = p.tangent_impulse;
  p.tangent_impulse = clamp(before + p.tangent_mass * (-speed), -most, most);
  const Lanes change = p.tangent_impulse - before;
  apply(k, p, change * tangent_x, change * tangent_y, where, body);
}

[[gnu::always_inline]] inline void solve_one(ContactLanes& k, BodyLanes& body) {
  PointLanes& p = k.points[0];
  const Lanes speed = relative_x(body, p) * k.normal_x + relative_y(body, p) * k.normal_y;
  const Lanes before = p.normal_impulse;
  const Lanes after = max(before + -p.normal_mass * speed, Lanes{});
  const Lanes change = after - before;
  p.normal_impulse = k.has_one ? after : before;
  apply(k, p, change * k.normal_x, change * k.normal_y, k.has_one, body);
}

[[gnu::always_inline]] inline void solve_two(ContactLanes& k, BodyLanes& body) {
  PointLanes& p1 = k.points[0];
  PointLanes& p2 = k.points[1];
  const Lanes before1 = p1.normal_impulse;
  const Lanes before2 = p2.normal_impulse;
  const Lanes speed1 = relative_x(body, p1) * k.normal_x + relative_y(body, p1) * k.normal_y;
  const Lanes speed2 = relative_x(body, p2) * k.normal_x + relative_y(body, p2) * k.normal_y;
  const Lanes b1 = speed1 - (k.k11 * before1 + k.k12 * before2);
  const Lanes b2 = speed2 - (k.k12 * before1 + k.k22 * before2);
  const Lanes zero{};
  const Lanes both1 = -(k.i11 * b1 + k.i12 * b2);
  const Lanes both2 = -(k.i12 * b1 + k.i22 * b2);
  const Mask both_hold = (both1 >= 0.0f) & (both2 >= 0.0f);
  const Lanes first1 = -p1.normal_mass * b1;
  const Mask first_holds = (first1 >= 0.0f) & (k.k12 * first1 + b2 >= 0.0f);
  const Lanes second2 = -p2.normal_mass * b2;
  const Mask second_holds = (second2 >= 0.0f) & (k.k12 * second2 + b1 >= 0.0f);
  const Mask none_holds = (b1 >= 0.0f) & (b2 >= 0.0f);
  const Mask where = k.has_two & (both_hold | first_holds | second_holds | none_holds);
  const Lanes x1 = both_hold ? both1 : first_holds ? first1 : zero;
  const Lanes x2 = both_hold ? both2 : first_holds ? zero : second_holds ? second2 : zero;
  const Lanes change1 = x1 - before1;
  const Lanes change2 = x2 - before2;
  const Lanes p1x = change1 * k.normal_x, p1y = change1 * k.normal_y;
  const Lanes p2x = change2 * k.normal_x, p2y = change2 * k.normal_y;
  const Lanes turn = (p1.arm_x * p1y - p1.arm_y * p1x) + (p2.arm_x * p2y - p2.arm_y * p2x);
  body.vx = where ? body.vx + k.mass * (p1x + p2x) : body.vx;
  body.vy = where ? body.vy + k.mass * (p1y + p2y) : body.vy;
  body.w = where ? body.w + k.inertia * turn : body.w;
  p1.normal_impulse = where ? x1 : before1;
  p2.normal_impulse = where ? x2 : before2;
}

void solve(ContactLanes& k, BodyLanes& moving) {
  BodyLanes body = moving;  // in registers
  solve_friction(k, k.points[0], k.has_one | k.has_two, body);
  if (k.any_two) solve_friction(k, k.points[1], k.has_two, body);
  if (k.any_one) solve_one(k, body);
  if (k.any_two) solve_two(k, body);
  moving = body;
}

void iterate(LaneGroup& group, int iterations) {
  for (int i = 0; i < iterations; ++i) {
    for (JointLanes& joint : group.joints) {
      solve(joint, group.bodies[joint.a], group.bodies[joint.b]);
    }
    for (ContactLanes& contact : group.contacts) solve(contact, group.bodies[contact.body]);
  }
}
