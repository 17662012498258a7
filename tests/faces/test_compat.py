# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The package under EnvPool's name: `install`, its defaults, and a comparison with EnvPool."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dm_env
import gymnasium
import numpy as np
import parallel_pool
import pytest
from parallel_pool import compat, errors, registry
from parallel_pool.compat.modules import make_modules
from parallel_pool.testing import assert_same

from tests.faces.rival import envpool as theirs
from tests.faces.rival import needs_envpool, quiet
from tests.faces.test_envpool import actions_of, gym_form, shape_of
from tests.families.facts import all_families
from tests.snippets import run_document
from tests.support import assert_clean, run_python

ours: Any = make_modules("1.2.7")["envpool"]
old: Any = make_modules("0.6.6")["envpool"]


@pytest.fixture
def envpool() -> Iterator[Any]:
    """Installs the package as envpool, and restores the previous modules."""
    before = {name: sys.modules.pop(name) for name in [*sys.modules] if _is_envpool(name)}
    compat.install()
    yield importlib.import_module("envpool")
    compat.uninstall()
    assert not [name for name in sys.modules if _is_envpool(name)]
    sys.modules.update(before)


def _is_envpool(name: str) -> bool:
    return name.partition(".")[0] == "envpool"


# --- Defaults -------------------------------------------------------------------------------------


def test_defaults_of_1_2_7() -> None:
    """Five values, infos from resets, and 42 as the seed."""
    for make in (ours.make_gym, ours.make_gymnasium, lambda *a, **k: ours.make(*a, "gym", **k)):
        env = make("CartPole-v1", num_envs=3)
        observations, infos = env.reset()
        assert observations.shape == (3, 4)
        assert infos["env_id"].tolist() == [0, 1, 2]
        assert len(env.step(np.zeros(3, int))) == 5
        assert env.config["seed"] == 42
        reference = parallel_pool.make("CartPole-v1", num_envs=3, seed=42)
        assert_same(observations, reference.reset()[0])
        assert env.observation_space == reference.single_observation_space
    batch = ours.make_dm("CartPole-v1", num_envs=3).reset()
    assert isinstance(batch, dm_env.TimeStep)
    assert_same(batch.observation.obs, observations)
    assert ours.make_spec("CartPole-v1").config.seed == 42
    assert ours.make_spec("CartPole-v1").config.gym_reset_return_info is True


def test_defaults_of_0_6_6() -> None:
    """Four values, and only observations from resets; on the gym face only."""
    env = old.make("CartPole-v1", env_type="gym", num_envs=3, seed=1, max_episode_steps=1)
    assert env.reset().shape == (3, 4)
    _, _, dones, infos = env.step(np.zeros(3, int))
    assert (dones.tolist(), infos["TimeLimit.truncated"].tolist()) == ([True] * 3, [True] * 3)
    env = old.make("CartPole-v1", env_type="gymnasium", num_envs=3)
    assert len(env.reset()) == 2
    assert len(env.step(np.zeros(3, int))) == 5
    env = old.make("CartPole-v1", env_type="gym", num_envs=3, gym_reset_return_info=True)
    assert len(env.reset()) == 2


def test_seeds() -> None:
    """Seeds are an int, a list in either spelling, or the registered default, and otherwise 42."""
    for options in ({"seed": [4, 7]}, {"env_seed": [4, 7]}, {"env_seed": [4, 7], "seed": None}):
        env = ours.make_gym("CartPole-v1", num_envs=2, **options)
        env.reset()
        assert env.np_random_seed == (4, 7)


def test_options_of_envpool() -> None:
    lake = ours.make_gym("FrozenLake-v1", num_envs=1, size=8)
    assert lake.observation_space.n == 64
    assert ours.make_gym("Pendulum-v1", num_envs=1, version=0).spec.id == "Pendulum-v0"
    harmless = {"base_path": "/", "from_pixels": False, "render_width": 0, "render_camera_id": -1}
    ours.make_gym("CartPole-v1", num_envs=1, num_threads=0, batch_size=0, **harmless).reset()
    env = ours.make_gym("CartPole-v1", num_envs=3, render_mode="rgb_array", render_env_id=2)
    env.reset()
    assert_same(env.render(), env.render(2))
    assert env.render([0, 1]).shape == (2, 400, 600, 3)


def test_frames_of_any_size() -> None:
    """Each new pixel is the mean of the pixels that it covers."""
    options = {"num_envs": 2, "seed": 0, "render_mode": "rgb_array"}

    def frame(**size: int) -> np.ndarray:
        env = ours.make_gym("CartPole-v1", **options, **size)
        env.reset()
        return np.asarray(env.render([0, 1]))

    full = frame()
    assert full.shape == (2, 400, 600, 3)
    small = frame(render_width=150, render_height=80)
    assert small.dtype == np.uint8
    means = full.reshape(2, 80, 5, 150, 4, 3).mean((2, 4))
    assert np.allclose(small, means, atol=0.51)
    assert_same(frame(render_width=1200, render_height=-1), full.repeat(2, axis=2))
    uneven = frame(render_width=7, render_height=3)
    assert uneven.shape == (2, 3, 7, 3)
    assert np.allclose(uneven.mean((1, 2)), full.mean((1, 2)), atol=1)
    assert ours.make_spec("CartPole-v1", render_width=64).observation_space.shape == (4,)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="env_type must be 'gym', 'gymnasium' or 'dm', got 'np'"):
        ours.make("CartPole-v1", "np")
    with pytest.raises(errors.UnknownEnvironmentError, match="did you mean 'CartPole-v1'"):
        ours.make("CartPol-v1", "gym")
    with pytest.raises(errors.InvalidOptionError, match="render_camera_id=1 is not supported"):
        ours.make_gym("CartPole-v1", render_camera_id=1)
    with pytest.raises(errors.InvalidOptionError, match="CartPole-v1 does not observe frames"):
        ours.make_gym("CartPole-v1", from_pixels=True)
    with pytest.raises(TypeError, match=r"render_height must be an int, got 0\.5"):
        ours.make_gym("CartPole-v1", render_height=0.5)
    with pytest.raises(ValueError, match=r"size must be one of \[4, 8\], got 5"):
        ours.make_gym("FrozenLake-v1", size=5)
    with pytest.raises(ValueError, match=r"version must be one of \[0, 1\], got 2"):
        ours.make_spec("Pendulum-v1", version=2)
    with pytest.raises(errors.InvalidOptionError, match="keyword argument 'num_env'"):
        ours.make_gym("CartPole-v1", num_env=2)
    with pytest.raises(ValueError, match=r"like must be one of \['1.2.7', '0.6.6'\], got '0.8'"):
        compat.install("0.8")
    with pytest.raises(NotImplementedError, match="compile them against this package"):
        ours.python.api.py_env(None, None)


# --- Ids ------------------------------------------------------------------------------------------


@needs_envpool
def test_every_id_of_whole_families() -> None:
    """`make` takes each id that EnvPool has in these families."""
    table = importlib.import_module("envpool.registration").registry.specs
    whole = {f"envpool.{facts.name}" for facts in all_families().values() if facts.all_of_envpool}
    ids = [id for id, (module, _, _) in table.items() if module in whole]
    assert len(ids) >= 22
    for id in ids:
        assert parallel_pool.make(id).num_envs == 1
    assert {*ids} <= {*ours.list_all_envs()}
    mine = ours.registration.registry.specs
    differing = {id for id in ids if mine[id][:2] != table[id][:2]}
    assert differing <= {"FrozenLake8x8-v1", "CliffWalkingSlippery-v1"}  # one class, two ids


def test_aliases() -> None:
    for alias, id in registry.aliases().items():
        assert registry.find(alias).id == id
        if registry.what_is_missing(registry.find(id)) is None:
            assert parallel_pool.make_spec(alias).id == id
    with pytest.raises(errors.UnknownEnvironmentError, match="'phys2d/CartPole-v1'"):
        parallel_pool.make("phys2d/CartPole-v2")


def test_register() -> None:
    """Registers new ids for existing environments."""
    names = {"spec_cls": "CartPoleEnvSpec", "dm_cls": "A", "gym_cls": "B", "gymnasium_cls": "C"}
    registration = make_modules("1.2.7")["envpool.registration"]
    registration.register("Short-v0", "some.module", **names, max_episode_steps=3, aliases=["S-v0"])
    for id in ("Short-v0", "S-v0"):
        assert id in registration.list_all_envs()
        assert registration.make_spec(id).config.max_episode_steps == 3
    assert "Short-v0" not in ours.list_all_envs()
    with pytest.raises(ValueError, match="an environment 'Short-v0' exists already"):
        registration.register("Short-v0", "some.module", **names)
    with pytest.raises(
        ValueError, match="this package has no environment with spec_cls 'QuakeEnvSpec'"
    ):
        registration.register("Q-v0", "m", "QuakeEnvSpec", "A", "B")
    registration.register(
        "Ball-v5", "envpool.atari", "AtariEnvSpec", "A", task="breakout", noop_max=2
    )
    assert registration.make_spec("Ball-v5").config.noop_max == 2
    assert registration.make_spec("Ball-v5").action_space.n == 4


# --- Modules --------------------------------------------------------------------------------------


def test_install(envpool: Any) -> None:
    """The modules that scripts can import, and those that they cannot."""
    from envpool.python.protocol import DMEnvPool, EnvPool, EnvSpec, GymnasiumEnvPool
    from envpool.registration import list_all_envs, make, registry

    assert envpool.__version__ == "1.2.7"
    assert envpool.make is make or envpool.make == make
    assert "CartPole-v1" in registry.specs
    assert "CartPole-v1" in list_all_envs()
    env = make("CartPole-v1", env_type="gym", num_envs=2)
    assert isinstance(env, GymnasiumEnvPool)
    assert isinstance(env, EnvPool)
    assert isinstance(env, gymnasium.Env)
    assert isinstance(env.spec, EnvSpec)
    assert isinstance(envpool.make_dm("CartPole-v1"), DMEnvPool)
    with pytest.raises(ModuleNotFoundError, match=r"'envpool.gfootball' is a part of EnvPool that"):
        importlib.import_module("envpool.gfootball")
    compat.install()
    assert sys.modules["envpool"] is envpool
    compat.install("0.6.6")
    assert sys.modules["envpool"].__version__ == "0.6.6"


def test_envpool_itself_is_not_overruled() -> None:
    done = run_python(
        "import sys, types\n"
        "sys.modules['envpool'] = types.ModuleType('envpool')\n"
        "import parallel_pool.compat\n"
        "try: parallel_pool.compat.install()\n"
        "except RuntimeError as error: print(error)"
    )
    assert "before the first 'import envpool'" in assert_clean(done)


def test_script(tmp_path: Path) -> None:
    """``python -m parallel_pool.compat`` runs a script as Python would."""
    script = tmp_path / "agent.py"
    (tmp_path / "helper.py").write_text("ID = 'CartPole-v1'")
    script.write_text(
        "import sys, envpool, helper\n"
        "if __name__ == '__main__':\n"
        "    env = envpool.make(helper.ID, env_type='gym', num_envs=int(sys.argv[2]))\n"
        "    print(type(env.reset()).__name__, len(env), sys.argv[1:])"
    )
    for arguments, result in ((["--like", "0.6.6"], "ndarray"), ([], "tuple")):
        line = ["parallel_pool.compat", *arguments, str(script), "--num-envs", "3"]
        done = run_python(
            f"import sys, runpy; sys.argv = {line}\n"
            "runpy.run_module('parallel_pool.compat', run_name='__main__', alter_sys=True)"
        )
        assert assert_clean(done) == f"{result} 3 ['--num-envs', '3']\n"


# --- Scripts that were written for EnvPool --------------------------------------------------------


def rl_games_calls(maker: Any) -> list[Any]:
    """The calls of rl_games' wrapper after version 1.6.5: `make_gymnasium`, and all ids."""
    env = maker.make_gymnasium("Pendulum-v1", num_envs=4, batch_size=4, max_episode_steps=3)
    ids = np.arange(0, 4)
    space, actions = env.action_space, np.random.default_rng(0)
    scores = np.zeros(4, dtype=np.float32)
    observations, infos = env.reset(ids)
    out = [gym_form((observations, infos)), space.shape]
    for _ in range(7):
        observations, rewards, terminated, truncated, infos = env.step(
            actions_of(space, 4, actions), ids
        )
        done = terminated | truncated
        infos["time_outs"] = truncated
        scores += rewards
        scores *= 1 - done
        out += [gym_form((observations, rewards, done, infos)), infos["time_outs"].tolist()]
    return out


def documented_calls(maker: Any) -> list[Any]:
    """The loops of EnvPool's own pages."""
    env = maker.make_gym("CartPole-v1", num_envs=8, batch_size=4, num_threads=2)
    env.async_reset()
    out = []
    for _ in range(20):
        observations, rewards, terminated, truncated, infos = env.recv()
        env_id = infos["env_id"]
        out.append(gym_form((observations, rewards, terminated, truncated, infos)))
        env.send(np.random.default_rng(0).integers(0, 2, len(env_id)), env_id)
    env = maker.make("CartPole-v1", env_type="dm", num_envs=3)
    step = env.reset()
    step = env.step(np.zeros(3, int), env_id=step.observation.env_id)
    out.append((shape_of(step.observation, True), shape_of(step.reward, True)))
    return out


@pytest.mark.usefixtures("envpool")
@pytest.mark.parametrize("name", ["cleanrl.md", "envpool.md"])
def test_documents(name: str) -> None:
    """Runs the code that the pages show."""
    compat.uninstall()
    assert run_document(Path(__file__).parents[2] / "docs" / name) == []
    compat.install()


@pytest.mark.parametrize("script", [rl_games_calls, documented_calls])
def test_scripts(script: Any) -> None:
    assert len(script(ours)) > 1


@needs_envpool
@quiet
@pytest.mark.parametrize("script", [rl_games_calls, documented_calls])
def test_scripts_see_the_same(script: Any) -> None:
    assert script(ours) == script(theirs)
