// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Layout: a byte that says which it is; then the pickle, or each text with its size before it.
#include "object_lists.h"

#include <cstdint>
#include <cstring>

namespace pp {
namespace {

constexpr char kPickle = 0, kTexts = 1;

// False if an object is no text, or none that UTF-8 has, such as half of a surrogate pair.
bool append_texts(std::string& bytes, const nb::list& objects) {
  for (const nb::handle object : objects) {
    if (!PyUnicode_CheckExact(object.ptr())) return false;
    Py_ssize_t length = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(object.ptr(), &length);
    if (text == nullptr) {
      PyErr_Clear();
      return false;
    }
    const auto size = static_cast<std::uint64_t>(length);
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(text, size);
  }
  return true;
}

}  // namespace

std::string write_objects(const nb::list& objects, nb::handle dumps) {
  std::string bytes(1, kTexts);
  if (append_texts(bytes, objects)) return bytes;
  const auto pickle = nb::cast<nb::bytes>(dumps(objects, 5));
  bytes.assign(1, kPickle);
  return bytes.append(pickle.c_str(), pickle.size());
}

nb::list read_objects(std::span<const std::byte> bytes, nb::handle loads) {
  const auto* at = reinterpret_cast<const char*>(bytes.data());
  const char* const end = at + bytes.size();
  if (*at++ == kPickle) {
    return nb::cast<nb::list>(loads(nb::bytes(at, static_cast<std::size_t>(end - at))));
  }
  nb::list objects;
  while (at < end) {
    std::uint64_t size = 0;
    std::memcpy(&size, at, sizeof size);
    at += sizeof size;
    objects.append(nb::str(at, size));
    at += size;
  }
  return objects;
}

}  // namespace pp
