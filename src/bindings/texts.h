// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A column of texts as Python's str, one for each row. An environment's text seldom changes, so its
// str is kept and handed out again, and so is the whole tuple as long as no text of it changes.
#pragma once

#include <parallel_pool/bindings/numpy_api.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pp {

// A row's bytes up to the first zero, as a str. Bytes that are no UTF-8 become question marks.
nb::object make_text(std::string_view row);

// Clears what lies behind the texts of rows of `width` bytes.
void pad_texts(std::byte* rows, std::size_t width, std::size_t count);

class TextColumn {
 public:
  // A tuple with the text of each row. `rows` holds `width` bytes for each of `env_ids`, and
  // `versions` the counts of changes that the engine wrote beside them (see TextVersions).
  nb::object tuple(const std::byte* rows, std::size_t width, std::span<const std::int32_t> env_ids,
                   const std::uint32_t* versions);

 private:
  struct Text {
    nb::object str;
    std::uint32_t version = 0;
  };

  std::vector<Text> texts_;  // by env id
  nb::object tuple_;
  std::vector<std::int32_t> env_ids_;  // of the tuple's rows
};

}  // namespace pp
