# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""EnvPool 1.2.7's Atari ids, each of which names one of our games."""

from __future__ import annotations

from parallel_pool.atari import find_game, names
from parallel_pool.envs import atari
from rival import envpool, needs_envpool

NAMES = """
Adventure AirRaid Alien Amidar Assault Asterix Asteroids Atlantis Atlantis2 Backgammon BankHeist
BasicMath BattleZone BeamRider Berzerk Blackjack Bowling Boxing Breakout Carnival Casino
Centipede ChopperCommand CrazyClimber Crossbow Darkchambers Defender DemonAttack DonkeyKong
DoubleDunk Earthworld ElevatorAction Enduro Entombed Et FishingDerby FlagCapture Freeway Frogger
Frostbite Galaxian Gopher Gravitar Hangman HauntedHouse Hero HumanCannonball IceHockey Jamesbond
JourneyEscape Kaboom Kangaroo KeystoneKapers KingKong Klax Koolaid Krull KungFuMaster LaserGates
LostLuggage MarioBros MiniatureGolf MontezumaRevenge MrDo MsPacman NameThisGame Othello Pacman
Phoenix Pitfall Pitfall2 Pong Pooyan PrivateEye Qbert Riverraid RoadRunner Robotank Seaquest
SirLancelot Skiing Solaris SpaceInvaders SpaceWar StarGunner Superman Surround Tennis Tetris
TicTacToe3d TimePilot Trondead Turmoil Tutankham UpNDown Venture VideoCheckers VideoChess
VideoCube VideoPinball WizardOfWor WordZapper YarsRevenge Zaxxon
""".split()
IDS = [f"{name}-v5" for name in NAMES]


def test_every_id_names_a_game() -> None:
    assert len(IDS) == 104
    assert [find_game(id).name for id in IDS] == [game.name for game in atari.games]
    assert [names.envpool_title(game) for game in atari.games] == NAMES


@needs_envpool
def test_these_are_envpools_ids() -> None:
    specs = envpool.registration.registry.specs
    tasks = {id: spec[2]["task"] for id, spec in specs.items() if spec[0] == "envpool.atari"}
    assert tasks == {id: find_game(id).name for id in IDS}
