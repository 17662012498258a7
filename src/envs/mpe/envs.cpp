// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The module of MPE2's environments.
#include "bindings.h"

NB_MODULE(native, m) {
  pp::mpe::bind_places(m);
  pp::mpe::bind_words(m);
  pp::mpe::bind_chases(m);
}
