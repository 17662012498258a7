// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Cartridges: bank switching, memory of their own, and which pages may be read directly.
#include "board.h"

#include <stdexcept>
#include <string>

namespace pp::atari {
namespace {

constexpr std::size_t kDisplayOffset = 8192;  // of the DPC's graphics in its image

}  // namespace

Board::Board(Cartridge type, std::span<const std::uint8_t> image) : type_(type) {
  if (image.size() != static_cast<std::size_t>(size_of(type))) {
    throw std::invalid_argument("a cartridge of this type has " + std::to_string(size_of(type)) +
                                " bytes, got " + std::to_string(image.size()));
  }
  std::vector<std::uint8_t> bytes(image.begin(), image.end());
  if (type == Cartridge::k2K) bytes.insert(bytes.end(), image.begin(), image.end());
  image_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes));
  reset();
}

void Board::select(int bank) {
  for (int i = 0; i < 4; ++i) slices_[i] = static_cast<std::uint8_t>(4 * bank + i);
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

bool Board::touch(std::uint16_t address) {
  const int low = address & 0xfff;
  const auto banks = slices_;
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
      if (low >= 0xfe0 && low <= 0xff7) {
        slices_[(low - 0xfe0) >> 3] = static_cast<std::uint8_t>(low & 7);
      }
      break;
    default:
      break;
  }
  return slices_ != banks;
}

const std::uint8_t* Board::at(std::uint16_t address) const {
  // FE has no registers: the high bit of the 16-bit address, which programs carry along, chooses.
  if (type_ == Cartridge::kFE) {
    return image_->data() + (address & 0x2000 ? 0 : 4096) + (address & 0xfff);
  }
  return image_->data() + slices_[(address >> 10) & 3] * kSliceBytes + (address & 0x3ff);
}

bool Board::has_effects(int page) const {
  const int address = (page << kPageBits) & 0xfff;
  switch (type_) {
    case Cartridge::k2K:
    case Cartridge::k4K:
    case Cartridge::kFE:
      return false;
    case Cartridge::kDPC:
      return address < 0x80 || address >= 0xfc0;
    default:
      return address >= 0xfc0;
  }
}

void Board::map(PageMap& pages) {
  for (int page = 0; page < kPages; ++page) {
    const auto address = static_cast<std::uint16_t>(page << kPageBits);
    if ((address & 0x1000) == 0) continue;
    const std::uint8_t* readable = has_effects(page) ? nullptr : at(address);
    std::uint8_t* writable = nullptr;
    if (has_ram() && (address & 0xf80) == 0) writable = ram_.data() + (address & 0x7f);
    if (has_ram() && (address & 0xf80) == 0x80) readable = ram_.data() + (address & 0x7f);
    pages.set(page, readable, writable);
  }
  pages.link(0, kPages);
}

std::uint8_t Board::read(std::uint16_t address, std::int64_t cycles, PageMap& pages) {
  if (type_ == Cartridge::kDPC && has_effects(page_of(address))) {
    dpc_.clock_random();
    if ((address & 0xfff) < 0x40) {
      return dpc_.read(address, cycles, image_->data() + kDisplayOffset);
    }
  }
  if (touch(address)) map(pages);
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
  if (touch(address)) map(pages);
}

}  // namespace pp::atari
