// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Binds the table of games and their rules to Python.
#include "bind_games.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "game.h"

namespace nb = nanobind;

namespace pp::atari {
namespace {

std::string_view name_of(Cartridge cartridge) {
  constexpr std::string_view kNames[] = {"2K", "4K", "F8", "F8SC", "F6", "F6SC", "E0", "FE", "DPC"};
  return kNames[static_cast<int>(cartridge)];
}

std::string_view name_of(Television television) {
  return television == Television::kPal ? "PAL" : "NTSC";
}

std::string_view name_of(Controllers controllers) {
  constexpr std::string_view kNames[] = {"joysticks", "swapped joysticks", "paddles",
                                         "swapped paddles", "paddles in both ports"};
  return kNames[static_cast<int>(controllers)];
}

nb::tuple tuple_of(const auto& values) {
  nb::list list;
  for (const auto value : values) list.append(static_cast<int>(value));
  return nb::tuple(list);
}

// 128 bytes of memory.
const std::uint8_t* memory(const nb::bytes& bytes, const char* what) {
  if (bytes.size() != 128) {
    throw nb::value_error(
        (std::string(what) + " has 128 bytes, got " + std::to_string(bytes.size())).c_str());
  }
  return reinterpret_cast<const std::uint8_t*>(bytes.c_str());
}

// A console implemented in Python.
class PythonConsole final : public GameConsole {
 public:
  explicit PythonConsole(nb::object console) : console_(std::move(console)) {}

  RamView ram() const override {
    ram_ = nb::cast<nb::bytes>(console_.attr("ram")());
    cartridge_ram_ = nb::cast<nb::bytes>(console_.attr("cartridge_ram")());
    return {memory(ram_, "ram"), memory(cartridge_ram_, "cartridge_ram")};
  }
  void press_select(int frames) override { console_.attr("press_select")(frames); }
  void press_reset() override { console_.attr("press_reset")(); }
  void act(Action action) override { console_.attr("act")(static_cast<int>(action)); }
  std::uint32_t draw() override { return nb::cast<std::uint32_t>(console_.attr("draw")()); }

 private:
  nb::object console_;
  mutable nb::bytes ram_{"", 0};  // keeps the bytes alive that were read last
  mutable nb::bytes cartridge_ram_{"", 0};
};

// The rules of one game, apart from any console.
class GameRules {
 public:
  explicit GameRules(const Game& game) : game_(game) { reset(); }

  void reset() { game_.reset(state_); }
  void frame(const nb::bytes& ram, nb::handle cartridge_ram) {
    const nb::bytes none(std::string(128, '\0').c_str(), 128);
    const auto cartridge = cartridge_ram.is_none() ? none : nb::cast<nb::bytes>(cartridge_ram);
    game_.rules(state_, {memory(ram, "ram"), memory(cartridge, "cartridge_ram")});
  }
  void choose_mode(nb::object console, int mode) {
    if (game_.choose_mode == nullptr) return;
    PythonConsole adapter(std::move(console));
    game_.choose_mode(adapter, state_, mode);
  }
  nb::bytes save() const { return nb::bytes(&state_, sizeof(state_)); }
  void load(const nb::bytes& saved) {
    if (saved.size() != sizeof(state_)) throw nb::value_error("this is not a state of GameRules");
    std::memcpy(&state_, saved.c_str(), sizeof(state_));
  }
  const GameState& state() const { return state_; }

 private:
  const Game& game_;
  GameState state_;
};

void bind_rom(nb::module_& m) {
  nb::class_<Rom>(m, "Rom", "The identity of a ROM image.")
      .def_prop_ro("name", [](const Rom& rom) { return rom.name; })
      .def_prop_ro("md5", [](const Rom& rom) { return rom.md5; })
      .def_prop_ro(
          "size", [](const Rom& rom) { return size_of(rom.cartridge); }, "Bytes of the ROM image.");
}

void bind_game(nb::module_& m) {
  nb::class_<Game>(m, "Game", "A game's facts, and what its cartridge needs of the console.")
      .def_prop_ro("name", &Game::name)
      .def_prop_ro("title", &Game::title, "The name in Gymnasium's ids: TicTacToe3D.")
      .def_prop_ro("envpool_title", &Game::envpool_title, "The name in EnvPool's ids: TicTacToe3d.")
      .def_prop_ro("md5", [](const Game& game) { return game.rom->md5; })
      .def_prop_ro(
          "size", [](const Game& game) { return size_of(game.rom->cartridge); },
          "Bytes of the ROM image.")
      .def_prop_ro("cartridge", [](const Game& game) { return name_of(game.rom->cartridge); })
      .def_prop_ro("television", [](const Game& game) { return name_of(game.rom->television); })
      .def_prop_ro("first_line", [](const Game& game) { return game.rom->first_line; })
      .def_prop_ro("height", [](const Game& game) { return game.rom->height; })
      .def_prop_ro("controllers", [](const Game& game) { return name_of(game.rom->controllers); })
      .def_prop_ro(
          "minimal_actions", [](const Game& game) { return tuple_of(game.minimal.list()); },
          nb::sig("def minimal_actions(self) -> tuple[int, ...]"))
      .def_prop_ro(
          "legal_actions", [](const Game& game) { return tuple_of(game.legal.list()); },
          nb::sig("def legal_actions(self) -> tuple[int, ...]"))
      .def_prop_ro(
          "modes", [](const Game& game) { return tuple_of(game.modes); },
          nb::sig("def modes(self) -> tuple[int, ...]"), "The first is the default.")
      .def_prop_ro(
          "difficulties", [](const Game& game) { return tuple_of(game.difficulties); },
          nb::sig("def difficulties(self) -> tuple[int, ...]"),
          "Bit 0: the left switch at A; bit 1: the right one.")
      .def_prop_ro("has_mode_procedure",
                   [](const Game& game) { return game.choose_mode != nullptr; })
      .def_prop_ro(
          "fresh_lives", [](const Game& game) { return game.fresh.lives; },
          "What the loss of a life is measured against.")
      .def_prop_ro("paddle_max", [](const Game& game) { return game.paddle_max; })
      .def_prop_ro(
          "starting_actions", [](const Game& game) { return tuple_of(game.starting_actions); },
          nb::sig("def starting_actions(self) -> tuple[int, ...]"),
          "One frame each, at the end of every reset; 40 is the console's RESET.")
      .def("__repr__", [](const Game& game) { return "Game(" + std::string(game.name()) + ")"; });
}

}  // namespace

void bind_games(nb::module_& m) {
  bind_rom(m);
  bind_game(m);
  nb::class_<GameRules>(m, "GameRules", "The rules of a game, apart from any console.")
      .def(nb::init<const Game&>(), nb::arg("game"))
      .def("reset", &GameRules::reset)
      .def("frame", &GameRules::frame, nb::arg("ram"), nb::arg("cartridge_ram") = nb::none(),
           nb::sig("def frame(self, ram: bytes, cartridge_ram: bytes | None = None) -> None"),
           "Evaluates the rules after a frame that left this memory behind.")
      .def("choose_mode", &GameRules::choose_mode, nb::arg("console"), nb::arg("mode"),
           "Runs the game's mode procedure on an object with the methods ram, cartridge_ram, "
           "press_select, press_reset, act and draw.")
      .def("save", &GameRules::save)
      .def("load", &GameRules::load, nb::arg("state"))
      .def_prop_ro("reward", [](const GameRules& rules) { return rules.state().reward; })
      .def_prop_ro("lives", [](const GameRules& rules) { return rules.state().lives; })
      .def_prop_ro("terminal", [](const GameRules& rules) { return rules.state().terminal; });
  nb::list all;
  for (const Game& game : games()) all.append(nb::cast(&game, nb::rv_policy::reference));
  m.attr("games") = nb::tuple(all);
}

}  // namespace pp::atari
