# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""System identification: finds a robot's mass and friction from one recorded motion.

Each simulation of a batch has parameters of its own, so one call tries a parameter set and all its
small changes: SciPy's least squares needs no further calls for its derivatives.

Needs SciPy. Run ``python examples/mujoco_identification.py``.
"""

from __future__ import annotations

import mujoco
import numpy as np
from parallel_pool.mujoco import Batch
from scipy.optimize import least_squares

MODEL = """
<mujoco model="arm">
  <worldbody>
    <body>
      <joint name="hinge" axis="0 1 0" damping="0.1"/>
      <geom name="arm" type="capsule" fromto="0 0 0 0 0 -0.5" size="0.04" mass="1"/>
    </body>
  </worldbody>
  <actuator><motor joint="hinge" gear="3"/></actuator>
</mujoco>
"""
STEPS = 400


class Arm:
    """Simulations of the arm with masses and frictions of their own."""

    def __init__(self, num_envs: int) -> None:
        """Makes the batch."""
        self.batch = Batch(mujoco.MjModel.from_xml_string(MODEL), num_envs)
        self.mass = self.batch.expand("body_mass")
        self.inertia = self.batch.expand("body_inertia")
        self.damping = self.batch.expand("dof_damping")
        self.inertia_of_unit_mass = self.inertia[0, 1].copy()  # the model's mass is 1
        self.controls = np.sin(np.arange(STEPS) / 20)[None, :, None].repeat(num_envs, axis=0)

    def swing(self, parameters: np.ndarray) -> np.ndarray:
        """The angle in each time step.

        Args:
            parameters: mass and damping of each simulation, of shape (num_envs, 2).

        Returns:
            Of shape (num_envs, STEPS).
        """
        self.mass[:, 1] = parameters[:, 0]
        self.inertia[:, 1] = parameters[:, :1] * self.inertia_of_unit_mass
        self.damping[:, 0] = parameters[:, 1]
        self.batch.reset()
        self.batch.set_const()
        states, _ = self.batch.rollout(self.controls)
        return states[..., 1]


def identify(recorded: np.ndarray, guess: np.ndarray) -> np.ndarray:
    """Fits mass and damping to a recorded motion, by SciPy's least squares.

    Args:
        recorded: the angles, of shape (STEPS,).
        guess: where to begin, of shape (2,).

    Returns:
        The parameters, of shape (2,).
    """
    arm = Arm(3)

    def swing(parameters: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The differences from the record, and how they change with each parameter."""
        change = 1e-6 * parameters
        angles = arm.swing(parameters + np.array([[0, 0], [1, 0], [0, 1]]) * change)
        return angles[0] - recorded, (angles[1:] - angles[0]).T / change

    fit = least_squares(
        lambda parameters: swing(parameters)[0],
        guess,
        jac=lambda parameters: swing(parameters)[1],
        bounds=(1e-3, np.inf),
        x_scale="jac",
    )
    arm.batch.close()
    return fit.x


def main() -> None:
    """Records a motion with known parameters, and finds them again."""
    truth = np.array([1.7, 0.35])
    arm = Arm(1)
    recorded = arm.swing(truth[None])[0]
    arm.batch.close()
    recorded += np.random.default_rng(0).normal(0, 0.002, STEPS)  # as sensors are
    found = identify(recorded, np.array([1.0, 0.1]))
    print(f"mass {found[0]:.3f} kg (true {truth[0]}), damping {found[1]:.3f} (true {truth[1]})")


if __name__ == "__main__":
    main()
