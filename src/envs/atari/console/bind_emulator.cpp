// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Binds the emulator to Python. `parallel_pool.atari` checks arguments and finds ROMs.
#include "bind_emulator.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

#include "emulator.h"
#include "palette.h"
#include "reset_memory.h"

namespace nb = nanobind;

namespace pp::atari {
namespace {

using Pixels = nb::ndarray<nb::numpy, std::uint8_t>;

bool is_genuine(const Game& game, const nb::bytes& image) {
  const nb::object md5 = nb::module_::import_("hashlib").attr("md5");
  const nb::object digest = md5(image, nb::arg("usedforsecurity") = false).attr("hexdigest")();
  return nb::cast<std::string>(digest) == game.rom->md5;
}

void construct(Emulator* self, const std::string& name, const nb::bytes& image, std::uint32_t seed,
               float repeat_action_probability, int frame_skip, std::int32_t reward_min,
               std::int32_t reward_max, std::int64_t max_frames_per_episode,
               bool truncate_on_loss_of_life, bool color_averaging, bool detect_television) {
  const Game* const game = find_game(name);
  if (game == nullptr) throw nb::value_error(("no game is named '" + name + "'").c_str());
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(image.c_str()), image.size());
  new (self) Emulator(*game, bytes,
                      {.genuine = !detect_television && is_genuine(*game, image),
                       .seed = seed,
                       .repeat_action_probability = repeat_action_probability,
                       .frame_skip = frame_skip,
                       .reward_min = reward_min,
                       .reward_max = reward_max,
                       .max_frames_per_episode = max_frames_per_episode,
                       .truncate_on_loss_of_life = truncate_on_loss_of_life,
                       .color_averaging = color_averaging});
}

int act(Emulator& emulator, int action, float strength, bool draw) {
  constexpr int kActions = 18;
  if (action < 0 || action >= kActions) {
    throw nb::value_error(
        ("an action must be from 0 to 17, got " + std::to_string(action)).c_str());
  }
  return emulator.act(static_cast<Action>(action), strength, draw);
}

// An array of rows, which Python owns.
Pixels image_of(Emulator& emulator, std::size_t channels, auto&& convert) {
  const auto height = static_cast<std::size_t>(emulator.height());
  const std::size_t count = height * kWidth;
  auto* const data = new std::uint8_t[count * channels];
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::uint8_t*>(p); });
  const std::uint8_t* const indices = emulator.screen();
  for (std::size_t i = 0; i < count; ++i) convert(indices[i], data + i * channels);
  const std::size_t shape[3] = {height, kWidth, channels};
  return Pixels(data, channels == 1 ? 2 : 3, shape, owner);
}

Pixels grey(Emulator& emulator) {
  const auto& table = palette_of(emulator.television()).grey;
  return image_of(emulator, 1, [&](std::uint8_t i, std::uint8_t* out) { *out = table[i]; });
}

Pixels rgb(Emulator& emulator) {
  const auto& table = palette_of(emulator.television()).rgb;
  return image_of(emulator, 3, [&](std::uint8_t i, std::uint8_t* out) {
    for (int channel = 0; channel < 3; ++channel) {
      out[channel] = static_cast<std::uint8_t>(table[i] >> (16 - 8 * channel));
    }
  });
}

void bind_play(nb::class_<Emulator>& c) {
  c.def("__init__", &construct, nb::arg("game"), nb::arg("image"), nb::arg("seed") = 0,
        nb::arg("repeat_action_probability") = 0.25f, nb::arg("frame_skip") = 1,
        nb::arg("reward_min") = std::numeric_limits<std::int32_t>::min(),
        nb::arg("reward_max") = std::numeric_limits<std::int32_t>::max(),
        nb::arg("max_frames_per_episode") = 0, nb::arg("truncate_on_loss_of_life") = false,
        nb::arg("color_averaging") = false, nb::arg("detect_television") = false,
        "An image that is not the game's own has its television detected in any case.")
      .def("reset", &Emulator::reset)
      .def("act", &act, nb::arg("action"), nb::arg("strength") = 1.0f, nb::arg("draw") = true,
           "Returns the reward of frame_skip frames. Without `draw`, frames are drawn only when "
           "they are requested.")
      .def("set_mode", &Emulator::set_mode, nb::arg("mode"), "Sets the mode of the next episode.")
      .def("set_difficulty", &Emulator::set_difficulty, nb::arg("difficulty"),
           "From the next frame on.")
      .def("save",
           [](Emulator& emulator) {
             const std::string state = emulator.save();
             return nb::bytes(state.data(), state.size());
           })
      .def(
          "restore",
          [](Emulator& emulator, const nb::bytes& state) {
            emulator.restore({state.c_str(), state.size()});
          },
          nb::arg("state"))
      .def(
          "_compose_with",
          [](Emulator& emulator, const char* name) {
            const Compose compose = named_compose(name);
            if (compose != nullptr) emulator.machine().set_compose(compose);
            return compose != nullptr;
          },
          nb::arg("name"),
          "For tests: puts pixels together by 'portable' or 'avx2'; false if this machine can "
          "not.");
}

void bind_looks(nb::class_<Emulator>& c) {
  c.def("ram", [](Emulator& e) { return nb::bytes(e.machine().ram().data(), Machine::kRamBytes); })
      .def(
          "screen",
          [](Emulator& e) {
            return nb::bytes(e.screen(), static_cast<std::size_t>(e.height()) * kWidth);
          },
          "Palette indices, row by row.")
      .def("grey", &grey, nb::rv_policy::take_ownership)
      .def("rgb", &rgb, nb::rv_policy::take_ownership)
      .def_prop_ro("height", &Emulator::height)
      .def_prop_ro("television",
                   [](Emulator& e) { return e.television() == Television::kPal ? "PAL" : "NTSC"; })
      .def_prop_ro("mode", &Emulator::mode)
      .def_prop_ro("difficulty", &Emulator::difficulty)
      .def_prop_ro("lives", &Emulator::lives)
      .def_prop_ro("terminal", &Emulator::terminal)
      .def_prop_ro("truncated", &Emulator::truncated)
      .def_prop_ro("frame_number", &Emulator::frame_number)
      .def_prop_ro("episode_frame_number", &Emulator::episode_frame_number);
}

}  // namespace

void bind_emulator(nb::module_& m) {
  m.def(
      "_forget_resets", [] { ResetMemory::instance().forget(); },
      "For tests: from now on each reset is emulated once more.");
  nb::class_<Emulator> c(m, "Emulator", "A game on its console.");
  bind_play(c);
  bind_looks(c);
}

}  // namespace pp::atari
