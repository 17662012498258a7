// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The emulator for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <memory>
#include <string>

#include "emulator.h"
#include "games/bind_games.h"

namespace nb = nanobind;

namespace pp::atari {
namespace {

std::span<const std::uint8_t> span_of(const nb::bytes& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()};
}

std::unique_ptr<Emulator> make(const std::string& name, const nb::bytes& image, std::uint32_t seed,
                               float repeat) {
  const Game* game = find_game(name);
  if (game == nullptr) throw nb::value_error(("there is no game " + name).c_str());
  return std::make_unique<Emulator>(
      *game, span_of(image), EmulatorSettings{.seed = seed, .repeat_action_probability = repeat});
}

}  // namespace
}  // namespace pp::atari

NB_MODULE(atari, m) {
  using namespace pp::atari;
  bind_games(m);
  nb::class_<Emulator>(m, "Emulator")
      .def("__init__",
           [](Emulator* self, const std::string& name, const nb::bytes& image, std::uint32_t seed,
              float repeat) {
             const Game* game = find_game(name);
             if (game == nullptr) throw nb::value_error(("there is no game " + name).c_str());
             new (self)
                 Emulator(*game, span_of(image),
                          EmulatorSettings{.seed = seed, .repeat_action_probability = repeat});
           })
      .def("reset", &Emulator::reset)
      .def(
          "act", [](Emulator& e, int a, double s) { return e.act(static_cast<Action>(a), s); },
          nb::arg("action"), nb::arg("strength") = 1.0)
      .def("set_mode", &Emulator::set_mode)
      .def("set_difficulty", &Emulator::set_difficulty)
      .def("set_drawing", [](Emulator& e, bool d) { e.machine().tia().set_drawing(d); })
      .def_prop_ro("lives", &Emulator::lives)
      .def_prop_ro("terminal", &Emulator::terminal)
      .def_prop_ro("frame_number", &Emulator::frame_number)
      .def_prop_ro("height", &Emulator::height)
      .def("ram", [](Emulator& e) { return nb::bytes(e.machine().ram().data(), 128); })
      .def("run",
           [](Emulator& e, nb::bytes actions) {
             for (auto a : span_of(actions)) e.act(static_cast<Action>(a), 1.0);
           })
      .def("screen", [](Emulator& e) { return nb::bytes(e.screen(), e.height() * kWidth); });
}
