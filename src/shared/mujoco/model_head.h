// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A model's struct with changes of one's own, and the arrays of another model.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>

#include "library.h"

namespace pp::mujoco {

// Numbers of a model: in its struct, or an array that a pointer there leads to.
struct ModelBlock {
  std::size_t place, bytes;  // of the numbers or of the pointer, from the beginning of the struct
  bool is_array;

  const std::byte* in(const RawModel* model) const {
    const std::byte* at = reinterpret_cast<const std::byte*>(model) + place;
    if (is_array) std::memcpy(&at, at, sizeof(at));
    return at;
  }
};

// A copy of the struct, which holds flags, sizes, and pointers to arrays. The arrays stay the
// source's, which must live as long, or are replaced one by one. A whole copy of a model would
// include its textures, some 12 MB.
class ModelHead {
 public:
  // `flags` is the place of the flags that disable parts of MuJoCo: an int, in bytes from the
  // beginning of the struct. These parts are disabled beside those that the source disables.
  ModelHead(const Model& source, std::size_t flags, int parts);
  explicit ModelHead(const Model& source);  // disables no more than the source

  const RawModel* raw() const { return reinterpret_cast<const RawModel*>(bytes_.get()); }
  // Sets the pointer at a place to an array.
  void point(std::size_t place, const void* array) {
    std::memcpy(bytes_.get() + place, &array, sizeof(array));
  }
  // Takes numbers over from another model, or points to its array.
  void take(const ModelBlock& block, const RawModel* from) {
    const std::byte* const numbers = block.in(from);
    if (block.is_array) return point(block.place, numbers);
    std::memcpy(bytes_.get() + block.place, numbers, block.bytes);
  }

 private:
  struct Deleter {
    void operator()(std::byte* bytes) const;
  };

  std::unique_ptr<std::byte, Deleter> bytes_;
};

}  // namespace pp::mujoco
