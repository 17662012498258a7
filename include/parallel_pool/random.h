// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NumPy's random numbers, bit for bit: the generator that resets and steps get, and the seed
// sequences, MT19937 and RandomState for rules with generators of their own.
#pragma once

#include <parallel_pool/core/random/generator.h>
#include <parallel_pool/core/random/mt19937.h>
#include <parallel_pool/core/random/random_state.h>
#include <parallel_pool/core/random/seed_sequence.h>
