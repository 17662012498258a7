// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// NumPy's arithmetic, bit for bit, where plain C++ would differ.
#pragma once

#include <parallel_pool/core/numerics/float_trig.h>
#include <parallel_pool/core/numerics/four_trig.h>
#include <parallel_pool/core/numerics/math.h>
#include <parallel_pool/core/numerics/sums.h>
