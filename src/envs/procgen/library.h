// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The library of the installed package, called by its C interface ("libenv"), without its headers
// and without linking it. It knows no Python. What it refuses, it refuses by ending the process, so
// all that it is told is checked before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "options.h"

namespace pp::procgen {

inline constexpr std::size_t kFrameSide = 64;
inline constexpr std::size_t kFrameBytes = kFrameSide * kFrameSide * 3;
inline constexpr std::size_t kPictureSide = 512;
inline constexpr std::size_t kPictureBytes = kPictureSide * kPictureSide * 3;
inline constexpr std::int64_t kActions = 15;

// A game of the library's.
struct RawGame;

// Where a game reads its action and writes its results. It is told once, so none may move.
struct Buffers {
  std::int32_t action = 0;
  float reward = 0.0F;
  std::uint8_t first = 1;  // whether the frame is an episode's first
  std::uint8_t previous_level_complete = 0;
  std::int32_t previous_level = 0, level = 0;
  std::array<std::uint8_t, kFrameBytes> frame{};
};

class Library {
 public:
  struct Files {
    std::string library;
    std::string assets;  // a folder, with a slash at its end
  };

  // Opens it and lets it load its pictures, which takes a second. All uses of a file share one;
  // throws std::runtime_error if it is no such library.
  static const Library& open(const Files& files);
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  // A game, its first level made and drawn. `picture` is where `draw` writes.
  RawGame* make(const GameOptions& options, std::int32_t seed, Buffers& buffers,
                std::uint8_t* picture) const;
  void close(RawGame* game) const { close_(game); }
  // A step with buffers.action; -1 ends the episode after a step with the game's default action.
  void act(RawGame* game) const { act_(game); }
  // Draws a large picture.
  void draw(RawGame* game) const { observe_(game); }
  // The bytes of a game without generated pictures; valid until the thread's next call.
  std::string_view save(RawGame* game) const;
  // Of another game with the same options. It writes its results anew.
  void load(RawGame* game, std::string_view state) const;

 private:
  explicit Library(const Files& files);

  template <class Function>
  void find(const char* name, Function*& function) const;
  void check_spaces(RawGame* game) const;
  std::string type_of(RawGame* game, int space, int index) const;
  RawGame* make_raw(const GameOptions& options, std::int32_t seed) const;

  const std::string file_, assets_;
  void* const library_;       // stays open
  bool is_new_ = false;       // the newer of the two interfaces that are known
  void (*make_)() = nullptr;  // either of two types
  int (*types_)(RawGame*, int, void*) = nullptr;
  void (*set_buffers_)(RawGame*, void*) = nullptr;
  void (*observe_)(RawGame*) = nullptr;
  void (*act_)(RawGame*) = nullptr;
  void (*close_)(RawGame*) = nullptr;
  int (*get_state_)(RawGame*, int, char*, int) = nullptr;
  void (*set_state_)(RawGame*, int, char*, int) = nullptr;
};

}  // namespace pp::procgen
