// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls the library, in the layout that its version has.
#include "library.h"

#include <dlfcn.h>
#include <parallel_pool/fork_safe_mutex.h>

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string_view>

namespace pp::procgen {
namespace {

constexpr int kOldVersion = 1, kNewVersion = 3;
enum RawType : std::int32_t { kByte = 1, kInt = 2 };
enum Space : int { kObservation = 1, kAction = 2, kInfo = 3 };

struct RawOption {
  char name[128];
  std::int32_t type;
  std::int32_t count;
  const void* data;
};
static_assert(sizeof(RawOption) == 144);

struct RawOptions {
  RawOption* items;
  std::int32_t count;
};
static_assert(sizeof(RawOptions) == 16);
using OldMake = RawGame*(int, RawOptions);
using NewMake = RawGame*(int, RawOptions*);

struct OldBuffers {
  void** observation;
  float* reward;
  std::uint8_t* first;
  void** info;
  void** action;
};
struct NewBuffers {
  void** observation;
  void** action;
  void** info;
  float* reward;
  std::uint8_t* first;
};

// An element of a space. The older interface has the shape before its length.
struct RawSpace {
  char name[128];
  std::int32_t scalar, type;
  std::array<std::int32_t, 17> shape_and_length;
  std::int32_t low, high;
};
static_assert(sizeof(RawSpace) == 212);

// Options in the library's form. They hold addresses of what they were made from.
class OptionList {
 public:
  OptionList(const GameOptions& options, std::int32_t seed, const std::string& assets)
      : seed_(seed) {
    text("env_name", options.game);
    number("num_actions", kActions_);
    number("num_levels", options.num_levels);
    number("start_level", options.start_level);
    number("rand_seed", seed_);
    number("num_threads", kNoThreads_);
    number("distribution_mode", options.distribution_mode);
    number("debug_mode", options.debug_mode);
    text("resource_root", assets);
    flag("render_human", kTrue_);
    flag("use_sequential_levels", options.use_sequential_levels);
    flag("center_agent", options.center_agent);
    flag("use_backgrounds", options.use_backgrounds);
    flag("use_monochrome_assets", options.use_monochrome_assets);
    flag("restrict_themes", options.restrict_themes);
    flag("use_generated_assets", options.use_generated_assets);
    flag("paint_vel_info", options.paint_vel_info);
    flag("use_easy_jump", options.use_easy_jump);
  }
  RawOptions raw() { return {items_.data(), count_}; }

 private:
  void text(const char* name, const std::string& value) {
    add(name, kByte, static_cast<std::int32_t>(value.size()), value.data());
  }
  void number(const char* name, const std::int32_t& value) { add(name, kInt, 1, &value); }
  void flag(const char* name, const bool& value) { add(name, kByte, 1, &value); }
  void add(const char* name, std::int32_t type, std::int32_t count, const void* data) {
    RawOption& item = items_.at(static_cast<std::size_t>(count_++));
    item = {.name = {}, .type = type, .count = count, .data = data};
    std::strncpy(item.name, name, sizeof(item.name) - 1);
  }

  static constexpr std::int32_t kActions_ = kActions, kNoThreads_ = 0;
  static constexpr bool kTrue_ = true;
  static_assert(sizeof(bool) == 1);
  std::int32_t seed_;
  std::array<RawOption, 18> items_;
  std::int32_t count_ = 0;
};

}  // namespace

const Library& Library::open(const Files& files) {
  static std::map<std::string, std::unique_ptr<const Library>> opened;
  const std::lock_guard lock(ForkSafeMutex<Files>::get());
  std::unique_ptr<const Library>& one = opened[files.library];
  if (one == nullptr) one.reset(new Library(files));
  return *one;
}

Library::Library(const Files& files)
    : file_(files.library),
      assets_(files.assets),
      library_(dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (library_ == nullptr) throw std::runtime_error(std::string("Procgen's library: ") + dlerror());
  int (*version)() = nullptr;
  find("libenv_version", version);
  const int found = version();
  if (found != kOldVersion && found != kNewVersion) {
    throw std::runtime_error("Procgen's library " + file_ + " has version " +
                             std::to_string(found) + " of its interface, expected " +
                             std::to_string(kOldVersion) + " or " + std::to_string(kNewVersion));
  }
  is_new_ = found == kNewVersion;
  find("libenv_make", make_);
  find("libenv_get_tensortypes", types_);
  find("libenv_set_buffers", set_buffers_);
  find("libenv_observe", observe_);
  find("libenv_act", act_);
  find("libenv_close", close_);
  find("get_state", get_state_);
  find("set_state", set_state_);
  // The first game loads the pictures of all.
  const std::unique_ptr<RawGame, void (*)(RawGame*)> first(make_raw(GameOptions(Config{}), 0),
                                                           close_);
  check_spaces(first.get());
}

template <class Function>
void Library::find(const char* name, Function*& function) const {
  function = reinterpret_cast<Function*>(dlsym(library_, name));
  if (function != nullptr) return;
  throw std::runtime_error("Procgen's library " + file_ + " has no function " + name);
}

RawGame* Library::make_raw(const GameOptions& options, std::int32_t seed) const {
  OptionList list(options, seed, assets_);
  RawOptions raw = list.raw();
  return is_new_ ? reinterpret_cast<NewMake*>(make_)(1, &raw)
                 : reinterpret_cast<OldMake*>(make_)(1, raw);
}

// In words, such as "rgb 1 64 64 3": the name, the type and the shape.
std::string Library::type_of(RawGame* game, int space, int index) const {
  constexpr int kMost = 16;
  std::array<RawSpace, kMost> spaces{};
  if (types_(game, space, nullptr) > kMost || index >= types_(game, space, spaces.data()))
    return "";
  const RawSpace& one = spaces[static_cast<std::size_t>(index)];
  const auto length = static_cast<std::size_t>(one.shape_and_length[is_new_ ? 0 : 16]);
  std::string text = one.name + (" " + std::to_string(one.type));
  for (std::size_t i = 0; i < std::min<std::size_t>(length, 16); ++i) {
    text += " " + std::to_string(one.shape_and_length[i + (is_new_ ? 1 : 0)]);
  }
  return text;
}

void Library::check_spaces(RawGame* game) const {
  struct Expected {
    int space, index;
    const char* type;
  };
  constexpr std::array<Expected, 6> kExpected{{{kObservation, 0, "rgb 1 64 64 3"},
                                               {kAction, 0, "action 2"},
                                               {kInfo, 0, "prev_level_seed 2"},
                                               {kInfo, 1, "prev_level_complete 1"},
                                               {kInfo, 2, "level_seed 2"},
                                               {kInfo, 3, "rgb 1 512 512 3"}}};
  for (const Expected& expected : kExpected) {
    const std::string found = type_of(game, expected.space, expected.index);
    if (found == expected.type) continue;
    throw std::runtime_error("Procgen's library " + file_ + " has the space '" + found +
                             "', expected '" + expected.type + "'");
  }
}

RawGame* Library::make(const GameOptions& options, std::int32_t seed, Buffers& buffers,
                       std::uint8_t* picture) const {
  RawGame* const game = make_raw(options, seed);
  std::array<void*, 1> observation{buffers.frame.data()}, action{&buffers.action};
  std::array<void*, 4> info{&buffers.previous_level, &buffers.previous_level_complete,
                            &buffers.level, picture};
  if (is_new_) {
    NewBuffers raw{observation.data(), action.data(), info.data(), &buffers.reward, &buffers.first};
    set_buffers_(game, &raw);
  } else {
    OldBuffers raw{observation.data(), &buffers.reward, &buffers.first, info.data(), action.data()};
    set_buffers_(game, &raw);
  }
  return game;
}

std::string_view Library::save(RawGame* game) const {
  thread_local std::vector<char> bytes(std::size_t{1} << 20);  // as in the reference
  const int size = get_state_(game, 0, bytes.data(), static_cast<int>(bytes.size()));
  return {bytes.data(), static_cast<std::size_t>(size)};
}

void Library::load(RawGame* game, std::string_view state) const {
  set_state_(game, 0, const_cast<char*>(state.data()), static_cast<int>(state.size()));
}

}  // namespace pp::procgen
