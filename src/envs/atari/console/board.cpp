// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Cartridges: bank switching, memory of their own, and which pages may be read directly.
#include "board.h"

#include <parallel_pool/fork_safe_mutex.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace pp::atari {
namespace {

constexpr std::size_t kDisplayOffset = 8192;  // of the DPC's graphics in its image
constexpr int kBankBytes = 4096;
constexpr int kSlicesOfE0 = 8;

// Offsets in the 4 KB that are seen: between them accesses have no effects.
constexpr int calm_from(Cartridge type) { return type == Cartridge::kDPC ? 0x80 : 0; }

constexpr int calm_to(Cartridge type) {
  switch (type) {
    case Cartridge::kF8:
    case Cartridge::kF8SC:
      return 0xff8;
    case Cartridge::kF6:
    case Cartridge::kF6SC:
      return 0xff6;
    case Cartridge::kE0:
      return 0xfe0;
    case Cartridge::kDPC:
      return 0xfc0;
    default:
      return kBankBytes;
  }
}

// Offsets in the image.
struct Extent {
  int from, to;
};

// Of the window of code around an offset.
Extent window_around(Cartridge type, int offset) {
  if (type == Cartridge::kE0) {
    // The last slice is where the registers are, and seen elsewhere it is treated alike.
    const int start = offset & ~(kSliceBytes - 1);
    const bool last = start == (kSlicesOfE0 - 1) * kSliceBytes;
    return {start, start + (last ? calm_to(type) % kSliceBytes : kSliceBytes)};
  }
  const int start = offset & ~(kBankBytes - 1);
  return {start + (Board::has_ram(type) ? 2 * Board::kRamBytes : calm_from(type)),
          start + calm_to(type)};
}

}  // namespace

Board::Board(Cartridge type, std::span<const std::uint8_t> image) : type_(type) {
  if (image.size() != static_cast<std::size_t>(size_of(type))) {
    throw std::invalid_argument("a cartridge of this type has " + std::to_string(size_of(type)) +
                                " bytes, got " + std::to_string(image.size()));
  }
  image_ = shared(type, image);
  reset();
}

Board::Image::Image(Cartridge type, std::span<const std::uint8_t> content, int times) {
  for (int i = 0; i < times; ++i) bytes.insert(bytes.end(), content.begin(), content.end());
  constexpr std::size_t kAlignment = 256;
  memory = std::make_unique_for_overwrite<Cell[]>(kAlignment + bytes.size());
  const auto start = reinterpret_cast<std::uintptr_t>(memory.get()) / sizeof(Cell);
  cells = memory.get() + (kAlignment - start % kAlignment);
  const auto byte = [this](std::size_t i) { return i < bytes.size() ? bytes[i] : std::uint8_t{0}; };
  cells[-1] = {kNowhere, {byte(0), byte(1)}};
  for (std::size_t i = 0; i < bytes.size(); ++i) cells[i] = {kNowhere, {byte(i + 1), byte(i + 2)}};
  const int step = type == Cartridge::kE0 ? kSliceBytes : kBankBytes;
  for (int at = 0; at + step <= static_cast<int>(bytes.size()); at += step) {
    const auto [from, to] = window_around(type, at);
    decode(bytes, from, to, cells);
  }
  constexpr int kLongest = 3;  // bytes of an instruction
  for (int at = 0; at + kSliceBytes <= static_cast<int>(bytes.size()); at += kSliceBytes) {
    const auto [from, to] = window_around(type, at);
    windows.push_back({cells + from, to - from - (kLongest - 1), from - at});
  }
}

std::shared_ptr<const Board::Image> Board::shared(Cartridge type,
                                                  std::span<const std::uint8_t> content) {
  struct Known {
    Cartridge type;
    std::weak_ptr<const Image> image;
  };
  static std::vector<Known> all;
  const std::scoped_lock lock(ForkSafeMutex<Known>::get());
  std::erase_if(all, [](const Known& known) { return known.image.expired(); });
  for (const Known& known : all) {
    auto image = known.image.lock();
    if (known.type == type && image != nullptr &&
        std::ranges::equal(
            content,
            std::span(image->bytes).first(std::min(content.size(), image->bytes.size())))) {
      return image;
    }
  }
  auto image = std::make_shared<const Image>(type, content, type == Cartridge::k2K ? 2 : 1);
  all.push_back({type, image});
  return image;
}

void Board::select(int bank) {
  for (int i = 0; i < 4; ++i) slices_[i] = static_cast<std::uint8_t>(4 * bank + i);
}

void Board::put_in_order() {
  if (type_ == Cartridge::kE0) {
    for (std::uint8_t& slice : slices_) slice %= kSlicesOfE0;
    slices_[3] = kSlicesOfE0 - 1;
    return;
  }
  const int banks = static_cast<int>(image_->bytes.size()) / 4096;
  select(slices_[0] / 4 % banks);
}

void Board::reset() {
  switch (type_) {
    case Cartridge::kF8:
    case Cartridge::kF8SC:
    case Cartridge::kDPC:
      select(1);
      break;
    case Cartridge::kE0:
      slices_ = {4, 5, 6, 7};
      break;
    default:
      select(0);
  }
  dpc_.reset();
}

void Board::touch(std::uint16_t address, PageMap& pages) {
  if (!may_switch(address)) return;
  const int low = address & 0xfff;
  const auto banks = std::bit_cast<std::uint32_t>(slices_);
  switch (type_) {
    case Cartridge::kF8:
    case Cartridge::kF8SC:
    case Cartridge::kDPC:
      if (low == 0xff8 || low == 0xff9) select(low - 0xff8);
      break;
    case Cartridge::kF6:
    case Cartridge::kF6SC:
      if (low >= 0xff6 && low <= 0xff9) select(low - 0xff6);
      break;
    case Cartridge::kE0:
      if (low <= 0xff7) {
        const int slice = (low - 0xfe0) >> 3;
        slices_[slice] = static_cast<std::uint8_t>(low & 7);
        map_slice(slice, pages);
      }
      return;
    default:
      return;
  }
  if (std::bit_cast<std::uint32_t>(slices_) != banks) map(pages);
}

void Board::map_slice(int slice, PageMap& pages) const {
  constexpr int kPagesOfSlice = kSliceBytes / kPageBytes;
  const std::uint8_t* const bytes = at(static_cast<std::uint16_t>(slice * kSliceBytes));
  const std::uint8_t** const read = &pages.read[kPages / 2 + slice * kPagesOfSlice];
  for (int i = 0; i < kPagesOfSlice; ++i) read[i] = bytes + i * kPageBytes;
}

void Board::map(PageMap& pages) {
  constexpr int kFirstPage = kPages / 2;
  for (int slice = 0; slice < 4; ++slice) map_slice(slice, pages);
  for (int page = kFirstPage; page < kPages; ++page) pages.write[page] = nullptr;
  // FE has two contents at each address.
  const int from = type_ == Cartridge::kFE ? 0x1000 : calm_from(type_);
  for (int page = 0; page < from / kPageBytes; ++page) pages.read[kFirstPage + page] = nullptr;
  for (int page = calm_to(type_) / kPageBytes; page < kPages / 2; ++page) {
    pages.read[kFirstPage + page] = nullptr;
  }
  if (!has_ram()) return;
  for (int page = 0; page < kRamBytes / kPageBytes; ++page) {
    std::uint8_t* const bytes = ram_.data() + page * kPageBytes;
    pages.write[kFirstPage + page] = bytes;
    pages.read[kFirstPage + kRamBytes / kPageBytes + page] = bytes;
  }
}

std::uint8_t Board::read(std::uint16_t address, std::int64_t cycles, PageMap& pages) {
  const int low = address & 0xfff;
  if (type_ == Cartridge::kDPC && (low < calm_from(type_) || low >= calm_to(type_))) {
    dpc_.clock_random();
    if (low < 0x40) {
      return dpc_.read(address, cycles, image_->bytes.data() + kDisplayOffset);
    }
  }
  touch(address, pages);
  return *at(address);
}

void Board::write(std::uint16_t address, std::uint8_t value, PageMap& pages) {
  if (type_ == Cartridge::kDPC) {
    dpc_.clock_random();
    const int low = address & 0xfff;
    if (low >= 0x40 && low < 0x80) {
      dpc_.write(address, value);
      return;
    }
  }
  touch(address, pages);
}

}  // namespace pp::atari
