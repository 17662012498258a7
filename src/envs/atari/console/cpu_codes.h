// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Labels of Cpu::interpret, and what stands behind them. The numbers are written out, because a
// label's name cannot be computed: op_1000 is opcode 0, code_2000 the first code after opcodes.
#pragma once

// clang-format off
#define PP_TEN(X, tens)                                                                      \
  X(tens##0) X(tens##1) X(tens##2) X(tens##3) X(tens##4)                                     \
  X(tens##5) X(tens##6) X(tens##7) X(tens##8) X(tens##9)
#define PP_HUNDRED(X, hundreds)                                                              \
  PP_TEN(X, hundreds##0) PP_TEN(X, hundreds##1) PP_TEN(X, hundreds##2)                       \
  PP_TEN(X, hundreds##3) PP_TEN(X, hundreds##4) PP_TEN(X, hundreds##5)                       \
  PP_TEN(X, hundreds##6) PP_TEN(X, hundreds##7) PP_TEN(X, hundreds##8)                       \
  PP_TEN(X, hundreds##9)
#define PP_OPCODES(X)                                                                        \
  PP_HUNDRED(X, 10) PP_HUNDRED(X, 11)                                                        \
  PP_TEN(X, 120) PP_TEN(X, 121) PP_TEN(X, 122) PP_TEN(X, 123) PP_TEN(X, 124)                 \
  X(1250) X(1251) X(1252) X(1253) X(1254) X(1255)
#define PP_CODES(X)                                                                          \
  PP_HUNDRED(X, 20) PP_HUNDRED(X, 21) PP_HUNDRED(X, 22)                                      \
  PP_HUNDRED(X, 23) PP_HUNDRED(X, 24) PP_HUNDRED(X, 25)

#define PP_OPCODE_LABEL(number) &&op_##number,
#define PP_CODE_LABEL(number) &&code_##number,

// An instruction that nothing is known about asks whether the next one can be executed at once.
#define PP_OPCODE(number)                                                                    \
  op_##number:                                                                               \
  i.template execute<number - 1000>();                                                       \
  if (!i.ready()) goto resume;                                                               \
  goto *kNext[i.next()];

// Within a window of code only an instruction that may leave it asks whether it has.
#define PP_PART(number, part)                                                                \
  i.template execute_part<kOpcodes + number - 2000, part>();                                 \
  if (i.left()) goto resume;
#define PP_CODE(number)                                                                      \
  code_##number:                                                                             \
  PP_PART(number, 0) PP_PART(number, 1) PP_PART(number, 2)                                   \
  PP_PART(number, 3) PP_PART(number, 4) PP_PART(number, 5)                                   \
  goto *kNext[i.next()];
// clang-format on
