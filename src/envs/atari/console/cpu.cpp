// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The processor's loop. Each opcode jumps directly to the next one, so the host's branch predictor
// learns for each opcode which ones tend to follow it.
#include "cpu.h"

#include <array>
#include <iterator>
#include <utility>

#include "cpu_codes.h"
#include "instructions.h"

namespace pp::atari {

// Labels as values are an extension that GCC and Clang have; for Windows, the latter does not call
// itself the former. Under sanitizers so large a function takes them too long.
#if !(defined(__GNUC__) || defined(__clang__)) || defined(__SANITIZE_ADDRESS__) || \
    defined(__SANITIZE_THREAD__)

namespace {

template <bool kTracks, int kOpcode>
void execute(Interpreter<kTracks>& i) {
  i.template execute<kOpcode>();
}

template <bool kTracks, int... kOpcodes>
constexpr auto table(std::integer_sequence<int, kOpcodes...>) {
  return std::array{&execute<kTracks, kOpcodes>...};
}

}  // namespace

template <bool kTracks>
void Cpu::interpret(Machine& machine, int limit) {
  static constexpr auto kOperations = table<kTracks>(std::make_integer_sequence<int, 256>());
  if (frozen_) return;
  Interpreter<kTracks> i(machine, limit);
  while (i.ready() || i.resume()) kOperations[i.opcode()](i);
  i.store();
}

#else

// The memory's history is of interest: opcode by opcode.
template <>
void Cpu::interpret<true>(Machine& machine, int limit) {
  static const void* const kNext[] = {PP_OPCODES(PP_OPCODE_LABEL)};
  if (frozen_) return;
  Interpreter<true> i(machine, limit);
resume:
  if (!i.resume()) goto done;
  goto* kNext[i.opcode()];
  PP_OPCODES(PP_OPCODE)
done:
  i.store();
}

template <>
void Cpu::interpret<false>(Machine& machine, int limit) {
  static const void* const kNext[] = {PP_OPCODES(PP_OPCODE_LABEL) PP_CODES(PP_CODE_LABEL)};
  static_assert(std::size(kNext) >= kCodes);
  if (frozen_) return;
  Interpreter<false> i(machine, limit);
resume:
  if (!i.resume()) goto done;
  goto* kNext[i.opcode()];
  PP_OPCODES(PP_OPCODE)
  PP_CODES(PP_CODE)
done:
  i.store();
}

#endif

void Cpu::run(Machine& machine, int limit) { interpret<false>(machine, limit); }
void Cpu::run_tracked(Machine& machine, int limit) { interpret<true>(machine, limit); }

}  // namespace pp::atari
