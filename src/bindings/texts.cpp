// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Making and keeping texts.
#include <parallel_pool/bindings/texts.h>

#include <algorithm>
#include <cstring>

namespace pp {

nb::object make_text(std::string_view row) {
  const std::size_t length = strnlen(row.data(), row.size());
  return checked(PyUnicode_DecodeUTF8(row.data(), static_cast<Py_ssize_t>(length), "replace"));
}

void pad_texts(std::byte* rows, std::size_t width, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, rows += width) {
    const std::size_t length = strnlen(reinterpret_cast<const char*>(rows), width);
    std::memset(rows + length, 0, width - length);
  }
}

nb::object TextColumn::tuple(const std::byte* rows, std::size_t width,
                             std::span<const std::int32_t> env_ids, const std::uint32_t* versions) {
  bool is_same = tuple_.is_valid() && std::ranges::equal(env_ids, env_ids_);
  for (std::size_t i = 0; i < env_ids.size(); ++i) {
    const auto env = static_cast<std::size_t>(env_ids[i]);
    if (env >= texts_.size()) texts_.resize(env + 1);
    Text& text = texts_[env];
    if (text.str.is_valid() && text.version == versions[i]) continue;
    text.str = make_text({reinterpret_cast<const char*>(rows) + i * width, width});
    text.version = versions[i];
    is_same = false;
  }
  if (is_same) return tuple_;
  nb::object tuple = checked(PyTuple_New(static_cast<Py_ssize_t>(env_ids.size())));
  for (std::size_t i = 0; i < env_ids.size(); ++i) {
    PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i),
                     nb::object(texts_[static_cast<std::size_t>(env_ids[i])].str).release().ptr());
  }
  tuple_ = tuple;
  env_ids_.assign(env_ids.begin(), env_ids.end());
  return tuple;
}

}  // namespace pp
