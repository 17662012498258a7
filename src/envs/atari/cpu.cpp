// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The processor's loop: all 256 opcodes.
#include "cpu.h"

#include "interpreter.h"

namespace pp::atari {

void Cpu::run(Machine& machine, int limit) {
  if (frozen_) return;
  Interpreter i(machine, *this, limit);
  while (i.proceed()) {
    // clang-format off
    switch (i.fetch()) {
      case 0x00: i.execute<0x00>(); break; case 0x01: i.execute<0x01>(); break;
      case 0x02: i.execute<0x02>(); break; case 0x03: i.execute<0x03>(); break;
      case 0x04: i.execute<0x04>(); break; case 0x05: i.execute<0x05>(); break;
      case 0x06: i.execute<0x06>(); break; case 0x07: i.execute<0x07>(); break;
      case 0x08: i.execute<0x08>(); break; case 0x09: i.execute<0x09>(); break;
      case 0x0a: i.execute<0x0a>(); break; case 0x0b: i.execute<0x0b>(); break;
      case 0x0c: i.execute<0x0c>(); break; case 0x0d: i.execute<0x0d>(); break;
      case 0x0e: i.execute<0x0e>(); break; case 0x0f: i.execute<0x0f>(); break;
      case 0x10: i.execute<0x10>(); break; case 0x11: i.execute<0x11>(); break;
      case 0x12: i.execute<0x12>(); break; case 0x13: i.execute<0x13>(); break;
      case 0x14: i.execute<0x14>(); break; case 0x15: i.execute<0x15>(); break;
      case 0x16: i.execute<0x16>(); break; case 0x17: i.execute<0x17>(); break;
      case 0x18: i.execute<0x18>(); break; case 0x19: i.execute<0x19>(); break;
      case 0x1a: i.execute<0x1a>(); break; case 0x1b: i.execute<0x1b>(); break;
      case 0x1c: i.execute<0x1c>(); break; case 0x1d: i.execute<0x1d>(); break;
      case 0x1e: i.execute<0x1e>(); break; case 0x1f: i.execute<0x1f>(); break;
      case 0x20: i.execute<0x20>(); break; case 0x21: i.execute<0x21>(); break;
      case 0x22: i.execute<0x22>(); break; case 0x23: i.execute<0x23>(); break;
      case 0x24: i.execute<0x24>(); break; case 0x25: i.execute<0x25>(); break;
      case 0x26: i.execute<0x26>(); break; case 0x27: i.execute<0x27>(); break;
      case 0x28: i.execute<0x28>(); break; case 0x29: i.execute<0x29>(); break;
      case 0x2a: i.execute<0x2a>(); break; case 0x2b: i.execute<0x2b>(); break;
      case 0x2c: i.execute<0x2c>(); break; case 0x2d: i.execute<0x2d>(); break;
      case 0x2e: i.execute<0x2e>(); break; case 0x2f: i.execute<0x2f>(); break;
      case 0x30: i.execute<0x30>(); break; case 0x31: i.execute<0x31>(); break;
      case 0x32: i.execute<0x32>(); break; case 0x33: i.execute<0x33>(); break;
      case 0x34: i.execute<0x34>(); break; case 0x35: i.execute<0x35>(); break;
      case 0x36: i.execute<0x36>(); break; case 0x37: i.execute<0x37>(); break;
      case 0x38: i.execute<0x38>(); break; case 0x39: i.execute<0x39>(); break;
      case 0x3a: i.execute<0x3a>(); break; case 0x3b: i.execute<0x3b>(); break;
      case 0x3c: i.execute<0x3c>(); break; case 0x3d: i.execute<0x3d>(); break;
      case 0x3e: i.execute<0x3e>(); break; case 0x3f: i.execute<0x3f>(); break;
      case 0x40: i.execute<0x40>(); break; case 0x41: i.execute<0x41>(); break;
      case 0x42: i.execute<0x42>(); break; case 0x43: i.execute<0x43>(); break;
      case 0x44: i.execute<0x44>(); break; case 0x45: i.execute<0x45>(); break;
      case 0x46: i.execute<0x46>(); break; case 0x47: i.execute<0x47>(); break;
      case 0x48: i.execute<0x48>(); break; case 0x49: i.execute<0x49>(); break;
      case 0x4a: i.execute<0x4a>(); break; case 0x4b: i.execute<0x4b>(); break;
      case 0x4c: i.execute<0x4c>(); break; case 0x4d: i.execute<0x4d>(); break;
      case 0x4e: i.execute<0x4e>(); break; case 0x4f: i.execute<0x4f>(); break;
      case 0x50: i.execute<0x50>(); break; case 0x51: i.execute<0x51>(); break;
      case 0x52: i.execute<0x52>(); break; case 0x53: i.execute<0x53>(); break;
      case 0x54: i.execute<0x54>(); break; case 0x55: i.execute<0x55>(); break;
      case 0x56: i.execute<0x56>(); break; case 0x57: i.execute<0x57>(); break;
      case 0x58: i.execute<0x58>(); break; case 0x59: i.execute<0x59>(); break;
      case 0x5a: i.execute<0x5a>(); break; case 0x5b: i.execute<0x5b>(); break;
      case 0x5c: i.execute<0x5c>(); break; case 0x5d: i.execute<0x5d>(); break;
      case 0x5e: i.execute<0x5e>(); break; case 0x5f: i.execute<0x5f>(); break;
      case 0x60: i.execute<0x60>(); break; case 0x61: i.execute<0x61>(); break;
      case 0x62: i.execute<0x62>(); break; case 0x63: i.execute<0x63>(); break;
      case 0x64: i.execute<0x64>(); break; case 0x65: i.execute<0x65>(); break;
      case 0x66: i.execute<0x66>(); break; case 0x67: i.execute<0x67>(); break;
      case 0x68: i.execute<0x68>(); break; case 0x69: i.execute<0x69>(); break;
      case 0x6a: i.execute<0x6a>(); break; case 0x6b: i.execute<0x6b>(); break;
      case 0x6c: i.execute<0x6c>(); break; case 0x6d: i.execute<0x6d>(); break;
      case 0x6e: i.execute<0x6e>(); break; case 0x6f: i.execute<0x6f>(); break;
      case 0x70: i.execute<0x70>(); break; case 0x71: i.execute<0x71>(); break;
      case 0x72: i.execute<0x72>(); break; case 0x73: i.execute<0x73>(); break;
      case 0x74: i.execute<0x74>(); break; case 0x75: i.execute<0x75>(); break;
      case 0x76: i.execute<0x76>(); break; case 0x77: i.execute<0x77>(); break;
      case 0x78: i.execute<0x78>(); break; case 0x79: i.execute<0x79>(); break;
      case 0x7a: i.execute<0x7a>(); break; case 0x7b: i.execute<0x7b>(); break;
      case 0x7c: i.execute<0x7c>(); break; case 0x7d: i.execute<0x7d>(); break;
      case 0x7e: i.execute<0x7e>(); break; case 0x7f: i.execute<0x7f>(); break;
      case 0x80: i.execute<0x80>(); break; case 0x81: i.execute<0x81>(); break;
      case 0x82: i.execute<0x82>(); break; case 0x83: i.execute<0x83>(); break;
      case 0x84: i.execute<0x84>(); break; case 0x85: i.execute<0x85>(); break;
      case 0x86: i.execute<0x86>(); break; case 0x87: i.execute<0x87>(); break;
      case 0x88: i.execute<0x88>(); break; case 0x89: i.execute<0x89>(); break;
      case 0x8a: i.execute<0x8a>(); break; case 0x8b: i.execute<0x8b>(); break;
      case 0x8c: i.execute<0x8c>(); break; case 0x8d: i.execute<0x8d>(); break;
      case 0x8e: i.execute<0x8e>(); break; case 0x8f: i.execute<0x8f>(); break;
      case 0x90: i.execute<0x90>(); break; case 0x91: i.execute<0x91>(); break;
      case 0x92: i.execute<0x92>(); break; case 0x93: i.execute<0x93>(); break;
      case 0x94: i.execute<0x94>(); break; case 0x95: i.execute<0x95>(); break;
      case 0x96: i.execute<0x96>(); break; case 0x97: i.execute<0x97>(); break;
      case 0x98: i.execute<0x98>(); break; case 0x99: i.execute<0x99>(); break;
      case 0x9a: i.execute<0x9a>(); break; case 0x9b: i.execute<0x9b>(); break;
      case 0x9c: i.execute<0x9c>(); break; case 0x9d: i.execute<0x9d>(); break;
      case 0x9e: i.execute<0x9e>(); break; case 0x9f: i.execute<0x9f>(); break;
      case 0xa0: i.execute<0xa0>(); break; case 0xa1: i.execute<0xa1>(); break;
      case 0xa2: i.execute<0xa2>(); break; case 0xa3: i.execute<0xa3>(); break;
      case 0xa4: i.execute<0xa4>(); break; case 0xa5: i.execute<0xa5>(); break;
      case 0xa6: i.execute<0xa6>(); break; case 0xa7: i.execute<0xa7>(); break;
      case 0xa8: i.execute<0xa8>(); break; case 0xa9: i.execute<0xa9>(); break;
      case 0xaa: i.execute<0xaa>(); break; case 0xab: i.execute<0xab>(); break;
      case 0xac: i.execute<0xac>(); break; case 0xad: i.execute<0xad>(); break;
      case 0xae: i.execute<0xae>(); break; case 0xaf: i.execute<0xaf>(); break;
      case 0xb0: i.execute<0xb0>(); break; case 0xb1: i.execute<0xb1>(); break;
      case 0xb2: i.execute<0xb2>(); break; case 0xb3: i.execute<0xb3>(); break;
      case 0xb4: i.execute<0xb4>(); break; case 0xb5: i.execute<0xb5>(); break;
      case 0xb6: i.execute<0xb6>(); break; case 0xb7: i.execute<0xb7>(); break;
      case 0xb8: i.execute<0xb8>(); break; case 0xb9: i.execute<0xb9>(); break;
      case 0xba: i.execute<0xba>(); break; case 0xbb: i.execute<0xbb>(); break;
      case 0xbc: i.execute<0xbc>(); break; case 0xbd: i.execute<0xbd>(); break;
      case 0xbe: i.execute<0xbe>(); break; case 0xbf: i.execute<0xbf>(); break;
      case 0xc0: i.execute<0xc0>(); break; case 0xc1: i.execute<0xc1>(); break;
      case 0xc2: i.execute<0xc2>(); break; case 0xc3: i.execute<0xc3>(); break;
      case 0xc4: i.execute<0xc4>(); break; case 0xc5: i.execute<0xc5>(); break;
      case 0xc6: i.execute<0xc6>(); break; case 0xc7: i.execute<0xc7>(); break;
      case 0xc8: i.execute<0xc8>(); break; case 0xc9: i.execute<0xc9>(); break;
      case 0xca: i.execute<0xca>(); break; case 0xcb: i.execute<0xcb>(); break;
      case 0xcc: i.execute<0xcc>(); break; case 0xcd: i.execute<0xcd>(); break;
      case 0xce: i.execute<0xce>(); break; case 0xcf: i.execute<0xcf>(); break;
      case 0xd0: i.execute<0xd0>(); break; case 0xd1: i.execute<0xd1>(); break;
      case 0xd2: i.execute<0xd2>(); break; case 0xd3: i.execute<0xd3>(); break;
      case 0xd4: i.execute<0xd4>(); break; case 0xd5: i.execute<0xd5>(); break;
      case 0xd6: i.execute<0xd6>(); break; case 0xd7: i.execute<0xd7>(); break;
      case 0xd8: i.execute<0xd8>(); break; case 0xd9: i.execute<0xd9>(); break;
      case 0xda: i.execute<0xda>(); break; case 0xdb: i.execute<0xdb>(); break;
      case 0xdc: i.execute<0xdc>(); break; case 0xdd: i.execute<0xdd>(); break;
      case 0xde: i.execute<0xde>(); break; case 0xdf: i.execute<0xdf>(); break;
      case 0xe0: i.execute<0xe0>(); break; case 0xe1: i.execute<0xe1>(); break;
      case 0xe2: i.execute<0xe2>(); break; case 0xe3: i.execute<0xe3>(); break;
      case 0xe4: i.execute<0xe4>(); break; case 0xe5: i.execute<0xe5>(); break;
      case 0xe6: i.execute<0xe6>(); break; case 0xe7: i.execute<0xe7>(); break;
      case 0xe8: i.execute<0xe8>(); break; case 0xe9: i.execute<0xe9>(); break;
      case 0xea: i.execute<0xea>(); break; case 0xeb: i.execute<0xeb>(); break;
      case 0xec: i.execute<0xec>(); break; case 0xed: i.execute<0xed>(); break;
      case 0xee: i.execute<0xee>(); break; case 0xef: i.execute<0xef>(); break;
      case 0xf0: i.execute<0xf0>(); break; case 0xf1: i.execute<0xf1>(); break;
      case 0xf2: i.execute<0xf2>(); break; case 0xf3: i.execute<0xf3>(); break;
      case 0xf4: i.execute<0xf4>(); break; case 0xf5: i.execute<0xf5>(); break;
      case 0xf6: i.execute<0xf6>(); break; case 0xf7: i.execute<0xf7>(); break;
      case 0xf8: i.execute<0xf8>(); break; case 0xf9: i.execute<0xf9>(); break;
      case 0xfa: i.execute<0xfa>(); break; case 0xfb: i.execute<0xfb>(); break;
      case 0xfc: i.execute<0xfc>(); break; case 0xfd: i.execute<0xfd>(); break;
      case 0xfe: i.execute<0xfe>(); break; case 0xff: i.execute<0xff>(); break;
    }
    // clang-format on
  }
  i.store();
}

}  // namespace pp::atari
