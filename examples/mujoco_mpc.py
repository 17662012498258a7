# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""Model-predictive control by predictive sampling: swings up the pole of a cart-pole.

In each time step, a batch of simulations becomes copies of the present one and tries noisy variants
of the last plan; the best becomes the plan. Run ``python examples/mujoco_mpc.py``.
"""

from __future__ import annotations

import mujoco
import numpy as np
from parallel_pool.mujoco import Batch

MODEL = """
<mujoco model="cart_pole">
  <option timestep="0.02" integrator="RK4"/>
  <worldbody>
    <body name="cart">
      <joint name="slider" type="slide" axis="1 0 0" damping="0.1"/>
      <geom type="box" size="0.15 0.1 0.08" mass="1" contype="0" conaffinity="0"/>
      <body name="pole">
        <joint name="hinge" axis="0 1 0" damping="0.002"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.03" mass="0.1" contype="0"
              conaffinity="0"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="slider" gear="10" ctrllimited="true" ctrlrange="-1 1"/></actuator>
</mujoco>
"""
HORIZON = 40  # time steps, 0.8 seconds
PLANS = 64


def cost(states: np.ndarray) -> np.ndarray:
    """What plans cost: falling, moving and leaving the middle.

    Args:
        states: time, positions and velocities, of shape (plans, steps, 5).

    Returns:
        Of shape (plans,).
    """
    place, angle, speed, turning = states[..., 1], states[..., 2], states[..., 3], states[..., 4]
    steps = 4 * (1 - np.cos(angle)) + place**2 + 0.02 * turning**2 + 0.02 * speed**2
    return steps.sum(-1)


def swing_up(seconds: float, seed: int = 0, num_threads: int | None = None) -> np.ndarray:
    """Controls one simulation by the plans of the others.

    Args:
        seconds: how long.
        seed: of the noise.
        num_threads: of the batch.

    Returns:
        The angle of the pole in each time step; 0 is upright.
    """
    model = mujoco.MjModel.from_xml_string(MODEL)
    generator = np.random.default_rng(seed)
    plan = np.zeros(HORIZON)
    angles = []
    with Batch(model, 1 + PLANS, num_threads) as batch:
        plans = np.arange(1, 1 + PLANS)  # simulation 0 is the real one
        batch.qpos[0, 1] = np.pi
        batch.forward([0])
        for _ in range(round(seconds / model.opt.timestep)):
            batch.clone(np.zeros(PLANS, int), plans)
            # Noise that changes every five time steps; the first plan stays as it is.
            noise = generator.normal(0, 0.6, (PLANS, HORIZON // 5)).repeat(5, axis=1)
            noise[0] = 0
            tried = np.clip(plan + noise, -1, 1)
            states, _ = batch.rollout(tried[..., None], ids=plans)
            plan = tried[cost(states).argmin()]
            batch.ctrl[0] = plan[0]
            batch.step(ids=[0])
            plan = np.append(plan[1:], plan[-1])
            angles.append(batch.qpos[0, 1])
    return (np.array(angles) + np.pi) % (2 * np.pi) - np.pi


def main() -> None:
    """Prints the angle four times a second."""
    for number, angle in enumerate(swing_up(5.0)[12::12]):
        print(f"{(number + 1) * 0.24:.2f} s: {np.degrees(angle):6.1f} degrees from upright")


if __name__ == "__main__":
    main()
