// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// What NumPy 2.4.6 yields. Written by make_random_constants.py; not to be edited.
#pragma once

#include <cstdint>
#include <vector>

namespace pp::testing {

struct SeedCase {
  std::vector<std::uint32_t> seed;
  std::vector<std::uint32_t> state32;
  std::vector<std::uint64_t> state64;
  std::vector<std::uint64_t> pcg64;
  std::vector<std::uint64_t> mt19937;
};

struct Draws {
  std::vector<std::int64_t> integers;
  std::vector<int> shuffled;
  std::vector<double> doubles;
};

inline const std::vector<SeedCase> kSeedCases = {
    {.seed = {0x0u},
     .state32 = {0xb0f478beu, 0xdb2cd7e7u, 0x2c71ba49u, 0xabf4641au, 0x9d7b8d41u, 0x20c6ed6du,
                 0x223c39d4u, 0x2c4099deu},
     .state64 = {0xdb2cd7e7b0f478beu, 0xabf4641a2c71ba49u, 0x20c6ed6d9d7b8d41u, 0x2c4099de223c39d4u,
                 0x8fed0759ad485feu, 0x5c31693ffd85c05du, 0x25d64e3d88e3bdf9u, 0x622ca2921fcce344u},
     .pcg64 = {0xa30febcfd9c2825fu, 0x4510bdf882d9d721u, 0xa7d3da94ecde8b8u, 0x43b27b61342f01du,
               0xd0327a782cde513bu, 0xe9aa5979a6401c4eu, 0x9b4c7b7180edb27fu, 0xbac0495ff8829a45u},
     .mt19937 = {0x7ab4ea94u, 0x9b561119u, 0x4957d02eu, 0x7dd3fdc2u, 0x5affe54u, 0x5a01741cu,
                 0x8b9e8c1fu, 0xda5bf11au}},
    {.seed = {0x1u},
     .state32 = {0x6d6791ffu, 0x672d8ee5u, 0x4eb1072cu, 0x8ae19ca1u, 0x1322fc4au, 0x4915796du,
                 0xaba049bdu, 0xd0cc2bdcu},
     .state64 = {0x672d8ee56d6791ffu, 0x8ae19ca14eb1072cu, 0x4915796d1322fc4au, 0xd0cc2bdcaba049bdu,
                 0xba254e0d6e408e78u, 0x7b43c5a3a973caeeu, 0x95d022889e512359u,
                 0x257904c9f09bc986u},
     .pcg64 = {0x8306bdf37922e4ffu, 0xf35196bbc152a866u, 0x24e7a4f608ec18cdu, 0xf2dab0aed2ac6fd2u,
               0x4fd42fa03fcd72a9u, 0x6c5f1f45de787048u, 0xd3e4513345ee6d24u, 0x68c1464c41ca3acau},
     .mt19937 = {0x3d9ce975u, 0xe6a50cd2u, 0xbac5e0acu, 0x1be41754u, 0x8ef309b3u, 0xee519484u,
                 0x86df258eu, 0x2d8554b6u}},
    {.seed = {0x2au},
     .state32 = {0xcd540ab7u, 0x9f1e2e6du, 0x79fb94b6u, 0xd57873dcu, 0x64d420b7u, 0x7d282a1bu,
                 0x4692d5ffu, 0x33657971u},
     .state64 = {0x9f1e2e6dcd540ab7u, 0xd57873dc79fb94b6u, 0x7d282a1b64d420b7u, 0x336579714692d5ffu,
                 0x815ea76d4f80d563u, 0x9329cfada13b3cf6u, 0xebdb65a8e966d205u,
                 0x67cd7a397edff532u},
     .pcg64 = {0xc621fbcd16d92688u, 0x705a5661a791ffc1u, 0xdbcd12c26eda1624u, 0xb286b60e1600888du,
               0x181c01b5339381ebu, 0xf9c262ed86c7538cu, 0xc2da0d2fbc5a4471u, 0xc93b82a3b7ac9740u},
     .mt19937 = {0x8ac01c92u, 0xe8bfd726u, 0x9ea282a8u, 0x675a106cu, 0xeafc93au, 0xc1ab9ff8u,
                 0xcfd8eae3u, 0x594c1943u}},
    {.seed = {0xffffffffu},
     .state32 = {0x76c1fe08u, 0x2a05c5e2u, 0xc20e8198u, 0x2032e40fu, 0x787f4396u, 0xed4ac06du,
                 0xf3db80fdu, 0x56896cb4u},
     .state64 = {0x2a05c5e276c1fe08u, 0x2032e40fc20e8198u, 0xed4ac06d787f4396u, 0x56896cb4f3db80fdu,
                 0x57ef3388f13b5d72u, 0x9fa53cd8c0249912u, 0xbb5e12f9696d7a04u,
                 0x20db6da6a81dc9dbu},
     .pcg64 = {0x407f5fa930d8fd9fu, 0x3814b22eb9684802u, 0x498b7dcee8d8dc95u, 0x9e758f03369e8515u,
               0xef5cf72bb50c69e2u, 0x4bc478ea21bb26b3u, 0x853d3cefd8463fe3u, 0x467dd55290b5e238u},
     .mt19937 = {0x53253272u, 0xd40e412cu, 0x5b2e354au, 0x20b42aa1u, 0xbc1b2c52u, 0x3cc36153u,
                 0x4f8aa4a0u, 0x22f39f76u}},
    {.seed = {0x0u, 0x1u},
     .state32 = {0xec53f444u, 0x50ff846cu, 0xe8278562u, 0x7a4918dbu, 0x362e2b19u, 0x3bff9f6cu,
                 0x9a0654e3u, 0xbdb17753u},
     .state64 = {0x50ff846cec53f444u, 0x7a4918dbe8278562u, 0x3bff9f6c362e2b19u, 0xbdb177539a0654e3u,
                 0xd44a1ad94f8cf5dbu, 0xbf5bc4292a5e8e9bu, 0x5975b166c297ede0u, 0x72bb6e91d8b87eeu},
     .pcg64 = {0xe3c5ebe285ac1625u, 0x8ea09968fe31dbccu, 0xcd084ff84d8de9beu, 0xf4de16ec3a8b9986u,
               0xf016733e42aeb52u, 0x3c84c18710386ed2u, 0xc9ae0f694036465du, 0x14336a40d6852cu},
     .mt19937 = {0xd21f20d2u, 0xc6b348cau, 0x9b6f89d2u, 0xc2f752dau, 0x886d7caeu, 0xe5d1936cu,
                 0xadc7ba21u, 0xaee35114u}},
    {.seed = {0x3u, 0x0u, 0x1u},
     .state32 = {0xd55232deu, 0x86bba298u, 0x6a49aef2u, 0xa38c2f46u, 0x8a291c55u, 0xdb3e92bdu,
                 0x330d5416u, 0x2887141du},
     .state64 = {0x86bba298d55232deu, 0xa38c2f466a49aef2u, 0xdb3e92bd8a291c55u, 0x2887141d330d5416u,
                 0x2d3ee3dd27f8ea94u, 0x911b9071b7c102fau, 0xc59b2f58bed98005u,
                 0x8614fd2e02e6057du},
     .pcg64 = {0xb9718985472cf21fu, 0x690d850093593a7au, 0x81ad0e81f7f71dd2u, 0x4d9aa6b465809109u,
               0x97947b8dc9694a32u, 0x62545d38c68d667au, 0xab9280ea241aaef5u, 0x351f1cd01111d13fu},
     .mt19937 = {0x3835e1d8u, 0xb603b42cu, 0x45e961d8u, 0x7cdb0df5u, 0xe33f9ee0u, 0x15779ce2u,
                 0x3b88dd7du, 0xb67a4c79u}},
    {.seed = {0x7u, 0x0u, 0x0u, 0x10u, 0x0u, 0x0u, 0x100u},
     .state32 = {0xbfe34335u, 0xd712a736u, 0x417eea9au, 0xc8bd10f8u, 0xe0083caeu, 0xd2120126u,
                 0xeb771283u, 0x56f0f235u},
     .state64 = {0xd712a736bfe34335u, 0xc8bd10f8417eea9au, 0xd2120126e0083caeu, 0x56f0f235eb771283u,
                 0xa4b973fdb9da61ecu, 0xc47c13398b9eb01au, 0xf22f67fb80e146e7u,
                 0xd8438786187a10eeu},
     .pcg64 = {0x17be4f7cedc66ccfu, 0x7888f7a5cbb3be89u, 0xfda0d0546b570407u, 0xee8de2e7a10a3bdeu,
               0x9a72e94512af3b69u, 0xcdfad37f39fc3f9eu, 0x7efe06b0d8b6f52u, 0x326f85875839ebb9u},
     .mt19937 = {0xf19203ffu, 0x2127a56u, 0x3d656891u, 0x30ef5855u, 0x8dd332edu, 0x95135abfu,
                 0x699f59a6u, 0xcae3211fu}},
};

inline const Draws kPcg64Draws = {
    .integers = {62, 70, 79, 33, 93, 16, 65, 68, -1004337126058902138},
    .shuffled = {0, 2, 8, 9, 6, 4, 1, 5, 7, 3},
    .doubles = {0x1.55a025bf77018p-1, 0x1.e5d3c00000000p-1, -0x1.4b0a5862c8310p-5,
                0x1.0eb837fa64e68p-4, -0x1.87f8960000000p-5, 0x1.8de4c8931fbe2p+2,
                0x1.b4513b25b4bfdp-7, 0x1.e86180860003ap-1, 0x1.e000000000000p+3,
                0x1.8000000000000p+4, 0x1.8000000000000p+2, 0x1.0000000000000p+0,
                0x1.8000000000000p+2, 0x1.17a5b14d153afp-1}};

inline const Draws kMt19937Draws = {
    .integers = {86, 85, 35, 40, 7, 30, 20, 46, 3145519236418702659},
    .shuffled = {4, 9, 2, 8, 6, 3, 1, 5, 7, 0},
    .doubles = {0x1.7a460972de3e2p-2, 0x1.661d140000000p-1, 0x1.f24910f30adb0p-9,
                0x1.ee16b1099a6f6p+0, 0x1.93e6b60000000p-1, 0x1.3a3e46cb4dbc6p+0,
                0x1.1aa85a2bad937p-3, 0x1.84bfe2ebd8231p-1, 0x1.a000000000000p+3,
                0x1.a000000000000p+4, 0x0.0p+0, 0x1.0000000000000p+1, 0x1.8000000000000p+2,
                0x1.023e71ed2e0c6p-2}};

inline const std::vector<double> kLegacyOne = {
    0x1.c13848c4407d8p-3, 0x1.a6ec8c7b0839cp-2, 0x1.f40990bd9fa65p-1, 0x1.6c21616a00748p-4,
    0x1.eacaf60285f2cp-2, 0x1.f9a037e7cc81fp-1, 0x1.95cafecaa4000p-3, 0x1.d2cc551295946p-1};
inline const std::vector<double> kLegacyMany = {
    0x1.383fbc97230c2p-1, 0x1.c5fd27a5da181p-1, 0x1.e7c4d155e5af8p-2, 0x1.cb99df1bee0e1p-1,
    0x1.e2c52c40d5de0p-6, 0x1.d38b62b91861ap-1, 0x1.30bd9dcafd825p-1, 0x1.e7ad91a1ccf04p-1};

}  // namespace pp::testing
