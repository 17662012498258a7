// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A running ViZDoom engine: a process that shares memory with this one and does as it is told.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "control.h"
#include "layout.h"
#include "message_queue.h"
#include "process.h"

namespace pp::vizdoom {

// What an engine is started with.
struct Launch {
  std::string preload;                 // the path of our library
  std::vector<std::string> arguments;  // the first is the engine's path
  int width = 0, height = 0, channels = 0;
  bool depth = false, labels = false, automap = false;
  std::size_t audio_bytes = 0;
  double timeout = 60.0;  // seconds that it may take for anything
  // The network of a game of several players, and which of them it is.
  int network = -1;
  int player = 0;
};

// The engine ended, hung, or said that something is wrong.
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Engine {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts an engine whose random numbers are those of a seed; await_ready() waits until it can be
  // used. Both throw EngineError. The launch must outlive the engine.
  Engine(const Launch& launch, std::uint32_t seed);
  void await_ready();
  // Waiting for this engine also ends if one of these ends, without which it cannot go on.
  void watch(const std::vector<Engine*>& others) { others_ = others; }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Asks for some tics of the game, which end with the episode, and perhaps a picture after the
  // last; wait() waits until that is done. The episode is over at the map's tic `stop_tic`, unless
  // that is 0.
  void start_tics(int count, bool with_picture, std::int64_t stop_tic);
  void start_picture();
  void wait();
  void tic() {
    start_tics(1, false, 0);
    wait();
  }
  // The map's tic that the last of the tics was to lead to.
  std::uint32_t last_tic() const { return control().last_tic; }
  void picture() {
    start_picture();
    wait();
  }
  // What outlives episodes; to be asked when the engine has nothing to do.
  Carried carried() const { return control().carried; }
  void set_carried(const Carried& carried) {
    control().new_carried = carried;
    control().has_new_carried = 1;
  }
  // For loops that wait until the engine has done something: when they give up, and what then throws.
  Clock::time_point time_limit() const { return Clock::now() + timeout_; }
  void check_time(Clock::time_point limit, const std::string& what) const;
  // Asks the engine to exit, and waits until it has or the timeout is over.
  void finish();
  // A line of the engine's console.
  void command(std::string_view line);
  // From now on the engine runs on this thread's CPU: the two take turns, and to wake up another CPU
  // takes longer.
  void run_here();

  const std::byte* region(Region region) const { return memory_.data() + offsets_[region]; }
  const std::byte* state() const { return region(kState); }
  std::byte* input() { return memory_.data() + offsets_[kInput]; }
  template <class T>
  T read(std::size_t at) const {
    return layout::read<T>(state(), at);
  }
  // The game's messages of the last tics.
  std::string_view notifications() const;
  pid_t process() const { return process_->id(); }
  // Forgets what it has printed, if that is much.
  void trim_output();

 private:
  void start(std::uint32_t seed);
  void map_memory();
  void send(std::uint8_t code, std::string_view command = {});
  // Throws if the engine has ended, or time is up.
  void check(Clock::time_point deadline);
  // Reads the engine's messages. Throws if one of them is no "done".
  void read_messages();
  Control& control() const { return *reinterpret_cast<Control*>(control_memory_.data()); }
  [[noreturn]] void fail(const std::string& what) const;
  std::string output() const;

  const Launch& launch_;
  const Clock::duration timeout_;
  Descriptor to_file_, from_file_, memory_file_, control_file_, output_;
  Mapping to_memory_, from_memory_, control_memory_, memory_;
  std::array<std::uint64_t, kRegions> offsets_{};
  MessageQueue to_, from_;
  std::vector<Engine*> others_;
  int cpu_ = -1;                    // the engine's; -1: any
  std::optional<Process> process_;  // ends before the memory does
};

}  // namespace pp::vizdoom
