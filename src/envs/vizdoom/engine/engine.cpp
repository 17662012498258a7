// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Starts engines and speaks to them.
#include "engine.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "inherited.h"

extern char** environ;

namespace pp::vizdoom {
namespace {

enum Code : std::uint8_t {
  kDone = 11,
  kClosed = 12,
  kError = 13,
  kTic = 21,
  kPicture = 22,
  kTicAndPicture = 23,
  kCommand = 24,
};

constexpr off_t kMostOutput = 1 << 16;  // bytes that are kept of what it prints

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
          std::chrono::duration<double>(launch.timeout))),
      to_file_(anonymous_file("vizdoom queue", MessageQueue::kBytes)),
      from_file_(anonymous_file("vizdoom queue", MessageQueue::kBytes)),
      memory_file_(anonymous_file("vizdoom memory", 0)),
      output_(anonymous_file("vizdoom output", 0)),
      to_memory_(to_file_, MessageQueue::kBytes),
      from_memory_(from_file_, MessageQueue::kBytes),
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
                            from_file_.number(), memory_file_.number()}};
  static_assert(inherited::kToEngine == 3 && inherited::kFromEngine == 4 &&
                inherited::kMemory == 5);
  for (const std::string& argument : {std::string("+viz_instance_id"), std::string("parallel00"),
                                      std::string("-rngseed"), std::to_string(seed)}) {
    command.arguments.push_back(argument);
  }
  if (launch_.network >= 0) {
    static_assert(inherited::kNetwork == 6);
    command.files.push_back(launch_.network);
    command.environment.push_back("PARALLEL_POOL_PLAYER=" + std::to_string(launch_.player));
  }
  process_.emplace(command);
}

void Engine::await_ready() try {
  await_done();
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

void Engine::start_tic(bool with_picture) { send(with_picture ? kTicAndPicture : kTic); }
void Engine::start_picture() { send(kPicture); }
void Engine::command(std::string_view line) { send(kCommand, line); }
void Engine::wait() { await_done(); }

void Engine::send(std::uint8_t code, std::string_view command) {
  const Clock::time_point deadline = Clock::now() + timeout_;
  to_.send(code, command, [&] { check(deadline); });
}

void Engine::await_done() {
  const Clock::time_point deadline = Clock::now() + timeout_;
  Message message;
  switch (from_.receive(message, [&] { check(deadline); })) {
    case kDone:
      return;
    case kClosed:
      fail("closed");
    case kError:
      fail(std::string("says: ") + message.command);
    default:
      fail("sent a message of unknown meaning, " + std::to_string(message.code));
  }
}

void Engine::check(Clock::time_point deadline) {
  if (process_->has_ended()) fail(process_->how());
  for (Engine* const other : others_) {
    if (other->process_->has_ended()) other->fail(other->process_->how());
  }
  if (Clock::now() >= deadline) {
    fail("did not answer within " +
         std::to_string(std::chrono::duration_cast<std::chrono::seconds>(timeout_).count()) +
         " seconds");
  }
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
