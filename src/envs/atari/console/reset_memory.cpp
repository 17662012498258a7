// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Remembers the results of resets, by game and image.
#include "reset_memory.h"

#include <parallel_pool/fork_safe_mutex.h>

namespace pp::atari {
namespace {

// For a game: some 5 KB each. The timer starts in 75 ways.
constexpr std::size_t kMostEntries = 100;

}  // namespace

bool repeats(const ResetStart& start, const ResetStart& before, const ResetEnd& end) {
  if (start.mode != before.mode || start.difficulty != before.difficulty ||
      start.frame_finished != before.frame_finished || start.rules != before.rules ||
      (end.timer_matters && start.timer != before.timer)) {
    return false;
  }
  for (std::size_t i = 0; i < start.ram.size(); ++i) {
    if (end.history.depends_on(i) && start.ram[i] != before.ram[i]) return false;
  }
  return true;
}

ResetMemory& ResetMemory::instance() {
  static ResetMemory memory;
  return memory;
}

ResetMemory::Known& ResetMemory::known(const Game& game, const ImageBytes& image) {
  for (const auto& one : all_) {
    if (one->game == &game && (one->image == image || *one->image == *image)) return *one;
  }
  all_.push_back(std::make_unique<Known>(Known{.game = &game, .image = image}));
  return *all_.back();
}

void ResetMemory::forget() {
  const std::scoped_lock lock(ForkSafeMutex<ResetMemory>::get());
  all_.clear();
}

std::optional<Detection> ResetMemory::detection(const Game& game, const ImageBytes& image) {
  const std::scoped_lock lock(ForkSafeMutex<ResetMemory>::get());
  return known(game, image).detection;
}

void ResetMemory::add(const Game& game, const ImageBytes& image, const Detection& detection) {
  const std::scoped_lock lock(ForkSafeMutex<ResetMemory>::get());
  known(game, image).detection = detection;
}

std::shared_ptr<const ResetEnd> ResetMemory::find(const Game& game, const ImageBytes& image,
                                                  const ResetStart& start) {
  const std::scoped_lock lock(ForkSafeMutex<ResetMemory>::get());
  for (const Entry& entry : known(game, image).entries) {
    if (repeats(start, entry.start, *entry.end)) return entry.end;
  }
  return nullptr;
}

void ResetMemory::add(const Game& game, const ImageBytes& image, const ResetStart& start,
                      ResetEnd end) {
  Entry entry{start, std::make_shared<const ResetEnd>(std::move(end))};
  const std::scoped_lock lock(ForkSafeMutex<ResetMemory>::get());
  Known& place = known(game, image);
  if (place.entries.size() < kMostEntries) {
    place.entries.push_back(std::move(entry));
    return;
  }
  place.entries[place.next] = std::move(entry);
  place.next = (place.next + 1) % kMostEntries;
}

}  // namespace pp::atari
