// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The part of XLA's foreign function interface that handlers need, as plain structs, so that the
// package builds where JAX is not installed.
//
// XLA keeps this binary interface stable: later versions only add fields at the ends of structs, and
// each struct begins with its size. Names are XLA's without their prefix. tests/adapters/jax compares
// them with the header that jaxlib ships.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pp::xla {

struct Extension {
  static constexpr int kMetadata = 1;

  std::size_t struct_size;
  int type;
  Extension* next;
};

struct ApiVersion {
  std::size_t struct_size;
  Extension* extension_start;
  int major_version;
  int minor_version;
};

// What XLA asks a handler before it uses it.
struct Metadata {
  std::size_t struct_size;
  ApiVersion api_version;
  std::uint32_t traits;
};
struct MetadataExtension {
  Extension extension_base;
  Metadata* metadata;
};

enum class ErrorCode : int {
  kInvalidArgument = 3,
  kFailedPrecondition = 9,
  kAborted = 10,
};
struct Error;  // XLA's own
struct ErrorCreateArgs {
  std::size_t struct_size;
  Extension* extension_start;
  const char* message;
  ErrorCode errc;
};

struct StreamArgs {
  std::size_t struct_size;
  Extension* extension_start;
  void* ctx;
  void* stream;  // out
};

struct RunIdArgs {
  std::size_t struct_size;
  Extension* extension_start;
  void* ctx;
  std::int64_t run_id;  // out
};

struct Api {  // as far as it is used
  std::size_t struct_size;
  Extension* extension_start;
  ApiVersion api_version;
  const void* internal_api;
  Error* (*create_error)(ErrorCreateArgs* args);
  const void* others[3];
  Error* (*get_stream)(StreamArgs* args);
  const void* more[11];
  // Since version 0.2: `struct_size` says whether it is there.
  Error* (*get_run_id)(RunIdArgs* args);
};

enum class DataType : int {
  kPred = 1,
  kS8 = 2,
  kS16 = 3,
  kS32 = 4,
  kS64 = 5,
  kU8 = 6,
  kU16 = 7,
  kU32 = 8,
  kU64 = 9,
  kF16 = 10,
  kF32 = 11,
  kF64 = 12,
};

struct Buffer {
  std::size_t struct_size;
  Extension* extension_start;
  DataType dtype;
  void* data;
  std::int64_t rank;
  std::int64_t* dims;
};

// Arguments and results: `values` points to a Buffer for each.
struct Values {
  std::size_t struct_size;
  Extension* extension_start;
  std::int64_t size;
  int* types;
  void** values;
};

struct Scalar {
  DataType dtype;
  void* value;
};
struct ByteSpan {
  const char* ptr;
  std::size_t len;
};
struct Attributes {  // sorted by name
  static constexpr int kScalar = 3;

  std::size_t struct_size;
  Extension* extension_start;
  std::int64_t size;
  int* types;
  ByteSpan** names;
  void** attrs;
};

struct CallFrame {
  static constexpr int kExecute = 3;

  std::size_t struct_size;
  Extension* extension_start;
  const Api* api;
  void* ctx;
  int stage;
  Values args;
  Values rets;
  Attributes attrs;
};

}  // namespace pp::xla
