// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Finds where MuJoCo's renderer has the number of its list, and exchanges it.
#include "grounds.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include "library.h"

namespace pp::mujoco {
namespace {

constexpr std::size_t kWord = sizeof(unsigned);
constexpr std::size_t kSearched = 65536;  // bytes of a context, more than it has

unsigned word_at(const void* block, std::size_t place) {
  unsigned word = 0;
  std::memcpy(&word, static_cast<const std::byte*>(block) + place, kWord);
  return word;
}

void set_word(void* block, std::size_t place, unsigned word) {
  std::memcpy(static_cast<std::byte*>(block) + place, &word, kWord);
}

}  // namespace

Grounds::Grounds(const Model& model, const GlContext& gl, Upload upload, void* context, int count,
                 const ModelBlock& heights)
    : library_(model.facts().library),
      upload_(upload),
      context_(context),
      count_(count),
      heights_(heights),
      make_lists_(reinterpret_cast<decltype(make_lists_)>(gl.function("glGenLists"))),
      delete_lists_(reinterpret_cast<decltype(delete_lists_)>(gl.function("glDeleteLists"))),
      is_list_(reinterpret_cast<decltype(is_list_)>(gl.function("glIsList"))) {
  if (count == 0) return;
  if (make_lists_ != nullptr && delete_lists_ != nullptr && is_list_ != nullptr) {
    place_ = find_place(model.raw());
  }
  if (place_) shared_.first = word_at(context_, *place_);
}

void Grounds::upload(const RawModel* model, const void* context, int count) const {
  warn_soon(call_library(library_, [&] {
    for (int i = 0; i < count; ++i) upload_(model, context, i);
  }));
}

// Every number of a list in the context may be the one. Copies of the context that have an unused
// number in half of these places tell by an upload, after which there is such a list or not, in
// which half it is.
std::optional<std::size_t> Grounds::find_place(const RawModel* model) const {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < kSearched; place += kWord) {
    const unsigned word = word_at(context_, place);
    if (word != 0 && is_list_(word) != 0) places.push_back(place);
  }
  const std::unique_ptr<void, void (*)(void*)> copy(std::malloc(kSearched), std::free);
  if (copy == nullptr) throw std::bad_alloc();
  const auto has_it = [&](std::size_t first, std::size_t last) {
    const unsigned unused = make_lists_(1);
    delete_lists_(unused, 1);
    std::memcpy(copy.get(), context_, kSearched);
    for (std::size_t i = first; i < last; ++i) set_word(copy.get(), places[i], unused);
    upload(model, copy.get(), 1);
    const bool found = is_list_(unused) != 0;
    delete_lists_(unused, 1);
    return found;
  };
  std::size_t first = 0;
  std::size_t last = places.size();
  while (last - first > 1) {
    const std::size_t middle = first + (last - first) / 2;
    (has_it(first, middle) ? last : first) = middle;
  }
  if (first == last || !has_it(first, last)) return std::nullopt;
  return places[first];
}

void Grounds::forget_the_dead() {
  std::erase_if(own_, [&](const Ground& ground) {
    if (!ground.owner.expired()) return false;
    delete_lists_(ground.first, count_);
    return true;
  });
}

Grounds::Ground& Grounds::ground_of(const Owner& owner) {
  const auto is_own = [&](const Ground& ground) { return ground.owner.lock() == owner; };
  if (const auto found = std::ranges::find_if(own_, is_own); found != own_.end()) return *found;
  if (!place_ || own_.size() == kMost) return shared_;
  const unsigned first = make_lists_(count_);
  if (first == 0) return shared_;  // OpenGL has no more
  return own_.emplace_back(owner, first);
}

void Grounds::show(const RawModel* model, const Owner& owner) {
  if (count_ == 0) return;
  if (place_) forget_the_dead();
  Ground& ground = ground_of(owner);
  if (place_) set_word(context_, *place_, ground.first);
  const std::byte* const heights = heights_.in(model);
  if (std::equal(ground.heights.begin(), ground.heights.end(), heights, heights + heights_.bytes)) {
    return;
  }
  ground.heights.clear();
  upload(model, context_, count_);
  ground.heights.assign(heights, heights + heights_.bytes);
}

void Grounds::restore() {
  if (place_) set_word(context_, *place_, shared_.first);
}

}  // namespace pp::mujoco
