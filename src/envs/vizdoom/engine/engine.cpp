// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Starts engines and speaks to them.
#include "engine.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "inherited.h"

extern char** environ;

namespace pp::vizdoom {
namespace {

constexpr double kLongestWait = 1e9;    // seconds that a clock can count
constexpr off_t kMostOutput = 1 << 16;  // bytes that are kept of what it prints

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
           const timespec* time = nullptr) {
  return syscall(SYS_futex, &word, operation, value, time, nullptr, 0);
}

// Ours, with the preloaded library.
std::vector<std::string> environment(const std::string& preload) {
  constexpr std::string_view kPreload = "LD_PRELOAD=";
  std::vector<std::string> list{std::string(kPreload) + preload};
  for (char** one = environ; *one != nullptr; ++one) {
    if (!std::string_view(*one).starts_with(kPreload)) list.emplace_back(*one);
  }
  return list;
}

}  // namespace

Engine::Engine(const Launch& launch, std::uint32_t seed) try
    : launch_(launch),
      timeout_(std::chrono::duration_cast<Clock::duration>(
          std::chrono::duration<double>(std::min(launch.timeout, kLongestWait)))),
      to_file_(anonymous_file("vizdoom queue", ring::kBytes)),
      from_file_(anonymous_file("vizdoom queue", ring::kBytes)),
      memory_file_(anonymous_file("vizdoom memory", 0)),
      control_file_(anonymous_file("vizdoom control", sizeof(Control))),
      output_(anonymous_file("vizdoom output", 0)),
      to_memory_(to_file_, ring::kBytes),
      from_memory_(from_file_, ring::kBytes),
      control_memory_(control_file_, sizeof(Control)),
      to_(to_memory_.data()),
      from_(from_memory_.data()) {
  start(seed);
} catch (const std::system_error& error) {
  throw EngineError(error.what());
}

void Engine::start(std::uint32_t seed) {
  fcntl(output_.number(), F_SETFL, O_APPEND);
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  Command command{.arguments = launch_.arguments,
                  .environment = environment(launch_.preload),
                  .files = {nothing.number(), output_.number(), output_.number(), to_file_.number(),
                            from_file_.number(), memory_file_.number(), control_file_.number()}};
  static_assert(inherited::kToEngine == 3 && inherited::kFromEngine == 4 &&
                inherited::kMemory == 5 && inherited::kControl == 6);
  control().sent = 1;  // more than is answered
  for (const std::string& argument : {std::string("+viz_instance_id"), std::string("parallel00"),
                                      std::string("-rngseed"), std::to_string(seed)}) {
    command.arguments.push_back(argument);
  }
  if (launch_.network >= 0) {
    static_assert(inherited::kNetwork == 7);
    command.files.push_back(launch_.network);
    command.environment.push_back("PARALLEL_POOL_PLAYER=" + std::to_string(launch_.player));
  }
  process_.emplace(command);
}

void Engine::await_ready() try {
  wait();
  map_memory();
} catch (const std::system_error& error) {
  throw EngineError(error.what());
}

void Engine::map_memory() {
  struct stat facts;
  fstat(memory_file_.number(), &facts);
  const auto size = static_cast<std::uint64_t>(facts.st_size);
  if (size < layout::kStateSize) fail("has shared too little memory");
  memory_ = Mapping(memory_file_, size);
  const auto version = read<std::uint32_t>(layout::kVersionAt);
  if (version != layout::kVersion) {
    fail("has version " + std::to_string(version) + " of its memory, but only version " +
         std::to_string(layout::kVersion) + " is known (vizdoom 1.3.2)");
  }
  const auto pixels = static_cast<std::uint64_t>(launch_.width) * launch_.height;
  const std::array<std::uint64_t, kRegions> least{
      layout::kStateSize,          layout::kInputSize,
      pixels * launch_.channels,   launch_.depth ? pixels : 0,
      launch_.labels ? pixels : 0, launch_.automap ? pixels * launch_.channels : 0,
      launch_.audio_bytes,
  };
  std::array<std::uint64_t, kRegions> offsets;
  for (std::size_t i = 0; i < kRegions; ++i) {
    offsets[i] = read<std::uint64_t>(layout::kOffsetsAt + 8 * i);
    const auto bytes = read<std::uint64_t>(layout::kSizesAt + 8 * i);
    const bool exact = i == kState || i == kInput;
    if ((exact ? bytes != least[i] : bytes < least[i]) || offsets[i] > size ||
        bytes > size - offsets[i]) {
      fail("has laid out its memory in an unknown way: region " + std::to_string(i) + " has " +
           std::to_string(bytes) + " bytes from " + std::to_string(offsets[i]) + " on, expected " +
           std::to_string(least[i]));
    }
  }
  offsets_ = offsets;
  const auto width = read<std::uint32_t>(layout::kWidth);
  const auto height = read<std::uint32_t>(layout::kHeight);
  if (static_cast<int>(width) != launch_.width || static_cast<int>(height) != launch_.height) {
    fail("draws pictures of " + std::to_string(width) + "x" + std::to_string(height) +
         ", expected " + std::to_string(launch_.width) + "x" + std::to_string(launch_.height));
  }
}

void Engine::start_tics(int count, bool with_picture, std::int64_t stop_tic) {
  wait();  // for commands
  Control& step = control();
  step.tics_left = static_cast<std::uint32_t>(count) - 1;
  step.with_picture = with_picture;
  step.stop_tic = stop_tic;
  step.last_tic = read<std::uint32_t>(layout::kMapTic) + 1;
  send(with_picture && count == 1 ? kTicAndPicture : kTic);
}

void Engine::start_picture() { send(kPicture); }

void Engine::finish() {
  const Clock::time_point deadline = Clock::now() + timeout_;
  send(kClose);
  constexpr timespec kSlice{.tv_sec = 0, .tv_nsec = 1'000'000};
  while (!process_->has_ended() && Clock::now() < deadline) nanosleep(&kSlice, nullptr);
}

void Engine::command(std::string_view line) { send(kCommand, line); }

void Engine::run_here() {
  const int cpu = sched_getcpu();
  if (cpu < 0 || cpu == cpu_) return;
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(cpu, &here);
  if (sched_setaffinity(process_->id(), sizeof(here), &here) == 0) cpu_ = cpu;
}

void Engine::send(std::uint8_t code, std::string_view command) {
  const Clock::time_point deadline = Clock::now() + timeout_;
  to_.send(code, command, [&] { ++control().sent; }, [&] { check(deadline); });
  if (control().engine_sleeps.load() != 0) futex(control().sent, FUTEX_WAKE, 1);
}

void Engine::wait() {
  constexpr timespec kSlice{.tv_sec = 0, .tv_nsec = 50'000'000};
  Control& control = this->control();
  const std::uint32_t sent = control.sent.load();
  if (control.answered.load() != sent) {
    const Clock::time_point deadline = Clock::now() + timeout_;
    control.client_sleeps.store(1);
    for (std::uint32_t answered; (answered = control.answered.load()) != sent;) {
      if (futex(control.answered, FUTEX_WAIT, answered, &kSlice) != 0 && errno == ETIMEDOUT) {
        check(deadline);
      }
    }
    control.client_sleeps.store(0);
  }
  read_messages();
}

void Engine::read_messages() {
  for (Message message; from_.try_receive(message);) {
    switch (message.code) {
      case kDone:
        break;
      case kClosed:
        fail("closed");
      case kError:
        fail(std::string("says: ") + message.command);
      default:
        fail("sent a message of unknown meaning, " + std::to_string(message.code));
    }
  }
}

void Engine::check(Clock::time_point deadline) {
  if (process_->has_ended()) {
    read_messages();  // it may have said why
    fail(process_->how());
  }
  for (Engine* const other : others_) {
    if (other->process_->has_ended()) other->fail(other->process_->how());
  }
  check_time(deadline, "did not answer");
}

void Engine::check_time(Clock::time_point limit, const std::string& what) const {
  if (Clock::now() < limit) return;
  std::array<char, 32> seconds;
  std::snprintf(seconds.data(), seconds.size(), "%g", launch_.timeout);
  fail(what + " within " + seconds.data() + " seconds");
}

void Engine::fail(const std::string& what) const {
  std::string printed = output();
  throw EngineError("the ViZDoom engine " + what + "; reset the environment to start another" +
                    (printed.empty() ? "" : "; its last words were: " + printed));
}

// The last lines that it has printed, on one.
std::string Engine::output() const {
  constexpr off_t kLastWords = 400;
  const off_t size = lseek(output_.number(), 0, SEEK_END);
  const off_t from = std::max<off_t>(size - kLastWords, 0);
  std::string text(static_cast<std::size_t>(std::max<off_t>(size - from, 0)), '\0');
  const ssize_t got = pread(output_.number(), text.data(), text.size(), from);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  std::string line;
  for (const char letter : text) {
    const bool shown = letter >= ' ' && letter <= '~';
    if (shown && !(letter == ' ' && (line.empty() || line.back() == ' '))) line += letter;
    if (!shown && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

std::string_view Engine::notifications() const {
  const auto length = read<std::uint32_t>(layout::kNotificationsLength);
  const auto* const text = reinterpret_cast<const char*>(state() + layout::kNotifications);
  return {text, std::min<std::size_t>(length, layout::kNotificationsSize)};
}

void Engine::trim_output() {
  struct stat facts;
  if (fstat(output_.number(), &facts) == 0 && facts.st_size > kMostOutput) {
    [[maybe_unused]] const int ignored = ftruncate(output_.number(), 0);
  }
}

}  // namespace pp::vizdoom
