# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The packages of the zoo: how to install each, and how to make its environments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from parallel_pool.python_envs.functions import env_functions
from parallel_pool.python_envs.worker import as_gymnasium


@dataclass(frozen=True)
class Package:
    """A package with environments.

    Attributes:
        name: what the command calls it.
        install: what pip installs, beside parallel_pool.
        envs: the environments that are tried, by name: each is the first argument of
            `make_python`, as a user would write it.
        imports: lines that these arguments need before them.
        without_dependencies: what pip installs afterwards with ``--no-deps``, because its
            requirements exclude those of parallel_pool for no good reason.
        isolated_build: whether pip builds these with packages of its own, not with those installed.
        variables: environment variables to set, also when it is installed.
        seeded: whether resets take seeds; those of dm_env's do not.
        unseeded_infos: infos that no seed determines; they are not compared.
        one_per_process: whether a process can have only one environment, or those of a process
            draw from one generator.
        needs: what must be there besides Python packages.
        notes: what a user should know.
    """

    name: str
    install: tuple[str, ...]
    envs: Mapping[str, str]
    imports: str = ""
    without_dependencies: tuple[str, ...] = ()
    isolated_build: bool = True
    variables: Mapping[str, str] = field(default_factory=dict)
    seeded: bool = True
    unseeded_infos: tuple[str, ...] = ()
    one_per_process: bool = False
    needs: str = ""
    notes: str = ""

    def source(self, env: str) -> Any:
        """The first argument of `make_python` for one of the environments."""
        names: dict[str, Any] = {"__name__": "zoo_source"}
        exec(self.imports, names)
        return eval(self.envs[env], names)

    def function(self, env: str) -> Callable[[], Any]:
        """What makes one of the environments, as a `gymnasium.Env`."""
        source = self.source(env)
        if isinstance(source, str):
            source = env_functions(source, 1, None, {})[0]
        return lambda: as_gymnasium(source())


def _ids(module: str, *ids: str) -> dict[str, str]:
    """Environments with ids that a module registers when it is imported."""
    return {id: f'"{module}:{id}"' for id in ids}


# Scenarios of football that are tried with several controlled players: left and right ones.
_TEAMS = {"academy_3_vs_1_with_keeper": (3, 0), "11_vs_11_stochastic": (11, 11)}
_HOMEMADE = "from parallel_pool.tools.zoo import homemade"
_ONE_CORE = (
    "Without `NPROC=1`, which the pool sets in its workers, each starts a thread for each core."
)
_OLD_MUJOCO = (
    "With MuJoCo from 3.9 on, whose enumeration values no longer equal integers, an assertion "
    "fails in"
)

PACKAGES = (
    Package(
        "minatar",
        ("minatar",),
        {id: f'"{id}"' for id in ("MinAtar/Breakout-v1", "MinAtar/SpaceInvaders-v1")},
        "import minatar.gym\nminatar.gym.register_envs()",
    ),
    Package(
        "crafter",
        ("crafter",),
        {"Crafter": "lambda: crafter.Env(seed=0)"},
        "import crafter",
        notes="It has gym's old interface and is seeded by its constructor. Two loops over it "
        "differ: it keeps creatures in sets, whose order depends on addresses.",
    ),
    Package(
        "mo-gymnasium",
        ("mo-gymnasium", "imageio", "packaging"),
        _ids("mo_gymnasium", "deep-sea-treasure-v0", "resource-gathering-v0", "mo-hopper-v5"),
        notes="Rewards are vectors: a batch has the shape `(num_envs, numbers)`.",
    ),
    Package(
        "bsuite",
        ("bsuite",),
        {
            "catch": "lambda: catch.Catch(seed=0)",
            "cartpole": "lambda: cartpole.Cartpole(seed=0)",
        },
        "from bsuite.environments import cartpole, catch",
        seeded=False,
        notes="They are dm_env's.",
    ),
    Package(
        "gym-pusht",
        ("gym-pusht",),
        _ids("gym_pusht", "gym_pusht/PushT-v0"),
    ),
    Package(
        "gym",
        ("gym==0.26.2",),
        {"CartPole-v1": 'lambda: gym.make("CartPole-v1", disable_env_checker=True)'},
        "import gym",
        notes="Its environment checker does not work with NumPy 2.",
    ),
    Package("text", (), {"Riddles": "homemade.Riddles"}, _HOMEMADE),
    Package("loopback", (), {"Client": "homemade.Client"}, _HOMEMADE),
    Package(
        "pgx",
        ("pgx", "jax[cpu]"),
        {name: f'lambda: homemade.pgx_game("{name}")' for name in ("minatar-breakout",)},
        _HOMEMADE,
        notes=_ONE_CORE,
    ),
    Package(
        "nle",
        ("nle",),
        {"NetHackScore-v0": "score"},
        "import gymnasium\n\n"
        "def score():\n"
        '    env = gymnasium.make("nle:NetHackScore-v0")\n'
        "    env.unwrapped.seed(1, 2, False)\n"
        "    return env\n",
        seeded=False,
        notes="It pins gymnasium 1.2.0. Seeds of resets do not reach the game, those of its own "
        "method `seed` do.",
    ),
    Package(
        "minihack",
        ("minihack", "nle"),
        _ids("minihack", "MiniHack-Room-5x5-v0"),
        notes="It is built from source. Seeds of resets do not reach the game, as with NLE.",
    ),
    Package(
        "stable-retro",
        ("stable-retro",),
        {"Airstriker-Genesis-v0": 'lambda: retro.make("Airstriker-Genesis-v0")'},
        "import retro",
        variables={"PYGLET_HEADLESS": "1"},
        one_per_process=True,
        notes="A process can have one emulator. This free game comes with it.",
    ),
    Package(
        "miniworld",
        ("miniworld",),
        _ids("miniworld", "MiniWorld-Hallway-v0"),
        variables={"PYGLET_HEADLESS": "1"},
        needs="libGLU and EGL (Debian: `libglu1-mesa libegl1`)",
    ),
    Package(
        "robosuite",
        ("robosuite", "h5py", "mujoco<3.9"),
        {"Lift": "lift"},
        "import numpy as np\nimport robosuite\nfrom robosuite.wrappers import GymWrapper\n\n"
        "def lift():\n    np.random.seed(0)\n"
        '    return GymWrapper(robosuite.make("Lift", robots="Panda", has_renderer=False,\n'
        "        has_offscreen_renderer=False, use_camera_obs=False))\n",
        seeded=False,
        one_per_process=True,
        notes="All environments of a process draw from NumPy's generator, so each has a worker. "
        f"{_OLD_MUJOCO} its resets.",
    ),
    Package(
        "highway-env",
        ("highway-env",),
        _ids("highway_env", "highway-fast-v0", "intersection-v2"),
        unseeded_infos=("action",),
        notes="The info `action` of resets is drawn without a seed, and is not compared. "
        "These environments are also ids of parallel_pool itself, which are faster.",
    ),
    Package(
        "gymnasium-robotics",
        ("gymnasium-robotics", "mujoco<3.9"),
        _ids("gymnasium_robotics", "FetchReach-v4", "AdroitHandDoor-v1"),
        notes=f"{_OLD_MUJOCO} the resets of Fetch environments. "
        "Most of them are also ids of parallel_pool itself, which are faster.",
    ),
    Package(
        "gym-aloha",
        ("gym-aloha",),
        _ids("gym_aloha", "gym_aloha/AlohaTransferCube-v0"),
        variables={"MUJOCO_GL": "egl"},
        needs="EGL (Debian: `libegl1`)",
    ),
    Package(
        "gym-xarm",
        ("gymnasium-robotics", "mujoco<3.9"),
        _ids("gym_xarm", "gym_xarm/XarmLift-v0"),
        without_dependencies=("gym-xarm",),
        notes="It asks for Gymnasium before 1.0 and MuJoCo before 3, and works with newer ones.",
    ),
    Package(
        "pybullet",
        ("pybullet_envs_gymnasium",),
        _ids("pybullet_envs_gymnasium", "HopperBulletEnv-v0"),
    ),
    Package(
        "jumanji",
        ("jumanji", "jax[cpu]"),
        {
            id: f'lambda: JumanjiToGymWrapper(jumanji.make("{id}"))'
            for id in ("Game2048-v1", "Snake-v1")
        },
        "import jumanji\nfrom jumanji.wrappers import JumanjiToGymWrapper",
        notes=_ONE_CORE,
    ),
    Package(
        "craftax",
        ("craftax", "jax[cpu]"),
        {
            f"Craftax-{name}-v1": f'lambda: homemade.craftax_game("Craftax-{name}-v1")'
            for name in ("Classic-Symbolic",)
        },
        _HOMEMADE,
        variables={"JAX_COMPILATION_CACHE_DIR": "compiled"},
        notes="Compilation takes minutes; with a cache, it happens once for all processes. "
        + _ONE_CORE,
    ),
    Package(
        "open-spiel",
        ("open_spiel", "shimmy", "pettingzoo"),
        {
            name: f'lambda: OpenSpielCompatibilityV0(game_name="{name}")'
            for name in ("connect_four", "kuhn_poker")
        },
        "from shimmy import OpenSpielCompatibilityV0",
        notes="Shimmy seeds the first game only, so later games with chance differ each time.",
    ),
    Package(
        "melting-pot",
        ("dm-meltingpot",),
        {"clean_up": "clean_up"},
        "import random\nfrom meltingpot import substrate\n\n"
        "def clean_up():\n    random.seed(0)\n"
        '    return substrate.build("clean_up", roles=["default"] * 4)\n',
        seeded=False,
        notes="It is seeded by Python's generator when it is made, but two that were seeded alike "
        "differ after some steps. Its build downloads assets, of "
        "which substrates need none: without a connection, an archive with an empty folder "
        "`assets` is enough.",
    ),
    Package(
        "overcooked",
        ("overcooked-ai", "pettingzoo", "scipy"),
        {name: f'lambda: Kitchen("{name}")' for name in ("cramped_room",)},
        "from parallel_pool.tools.zoo.homemade_agents import Kitchen",
    ),
    Package(
        "vmas",
        ("vmas", "pettingzoo"),
        {name: f'lambda: Vmas("{name}")' for name in ("balance", "navigation")},
        "from parallel_pool.tools.zoo.homemade_agents import Vmas",
        one_per_process=True,
        notes="All environments of a process draw from one generator, so each has a worker.",
    ),
    Package(
        "smaclite",
        ("pygame", "scikit-learn", "rtree", "pettingzoo"),
        {name: f'lambda: Battle("{name}")' for name in ("2s3z",)},
        "from parallel_pool.tools.zoo.homemade_agents import Battle",
        without_dependencies=("smaclite @ git+https://github.com/uoe-agents/smaclite",),
        notes="It is not on PyPI and pins an old version of Rtree.",
    ),
    Package(
        "gfootball",
        (
            "gym==0.25.2",
            "pygame-ce",
            "opencv-python-headless",
            "psutil",
            "scipy",
            "absl-py",
            "six",
            "pettingzoo",
            "setuptools",
            "wheel",
        ),
        {
            **{
                name: f'lambda: FootballPlayer("{name}")'
                for name in ("academy_empty_goal_close", "11_vs_11_stochastic")
            },
            **{
                f"{name} ({sum(sides)} players)": (
                    f'lambda: Football("{name}", left_players={sides[0]}, right_players={sides[1]})'
                )
                for name, sides in _TEAMS.items()
            },
        },
        "from parallel_pool.tools.zoo.football import Football, FootballPlayer",
        without_dependencies=("gfootball",),
        isolated_build=False,
        variables={"CMAKE_POLICY_VERSION_MINIMUM": "3.5"},
        needs="a C++ compiler, CMake and the libraries that it is built with (Debian: "
        "`libsdl2-image-dev libsdl2-ttf-dev libsdl2-gfx-dev libegl-dev libboost-python-dev "
        "libboost-thread-dev libboost-filesystem-dev`; its Boost is for Debian's Python)",
        notes="[A page of its own](football.md) shows players, seeds, states and pictures. Its "
        "wrappers need a version of gym before 0.26. Its build runs `python3` of the PATH, which "
        "must find psutil.",
    ),
)


def by_name(name: str) -> Package | None:
    """The package of this name, whatever its case; None if there is none."""
    return next((one for one in PACKAGES if one.name == name.lower()), None)
