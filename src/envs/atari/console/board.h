// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The circuit board of a cartridge: the program, its bank switching, and memory of its own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "decoding.h"
#include "dpc.h"
#include "page_map.h"
#include "rom.h"

namespace pp::atari {

// Of a program, and of the addresses where it is seen: banks are one of these or more.
inline constexpr int kSliceBytes = 1024;

class Board {
 public:
  static constexpr int kRamBytes = 128;

  // Copies share the image. Throws std::invalid_argument if the size does not fit the type.
  Board(Cartridge type, std::span<const std::uint8_t> image);

  static constexpr bool has_ram(Cartridge type) {
    return type == Cartridge::kF8SC || type == Cartridge::kF6SC;
  }
  bool has_ram() const { return has_ram(type_); }
  bool keeps_state_over_resets() const { return type_ == Cartridge::kDPC; }
  const std::array<std::uint8_t, kRamBytes>& ram() const { return ram_; }
  std::array<std::uint8_t, kRamBytes>& ram() { return ram_; }

  // Whether an access of an address may change what is seen.
  static constexpr bool may_switch(std::uint16_t address) {
    constexpr int kCartridge = 0x1000;
    constexpr int kFirstHotspot = 0xfe0;  // and all that follow it
    return (address & (kCartridge | kFirstHotspot)) == (kCartridge | kFirstHotspot);
  }

  // The banks of the start. Neither memory changes.
  void reset();
  void rebase(std::int64_t cycles) { dpc_.rebase(cycles); }

  // Enters what is seen into the pages of the cartridge, $1000-$1FFF.
  void map(PageMap& pages);
  // The window around an address of the cartridge, which may lie outside of it.
  CodeWindow window(std::uint16_t address) const {
    const Window& window = image_->windows[slice_at(address)];
    const int slice = address & ~(kSliceBytes - 1);
    return {window.begin, window.size, static_cast<std::uint16_t>(slice + window.from)};
  }

  // Accesses of pages that `map` left out; a switch of banks shows in `pages`.
  std::uint8_t read(std::uint16_t address, std::int64_t cycles, PageMap& pages);
  void write(std::uint16_t address, std::uint8_t value, PageMap& pages);

  template <class Io>
  void serialize(Io& io) {
    io(slices_, ram_, dpc_);
    if (io.reading()) put_in_order();
  }

 private:
  // The window of code that a kilobyte of the image belongs to.
  struct Window {
    const Cell* begin;
    int size;
    int from;  // where it begins, from the kilobyte's start on
  };
  struct Image {
    Image(Cartridge type, std::span<const std::uint8_t> content, int times);
    std::vector<std::uint8_t> bytes;
    std::unique_ptr<Cell[]> memory;
    Cell* cells;                  // aligned so that low bytes of addresses agree; one lies before
    std::vector<Window> windows;  // by kilobyte
  };

  // Equal images are kept once in a process.
  static std::shared_ptr<const Image> shared(Cartridge type, std::span<const std::uint8_t> content);
  void select(int bank);
  // A loaded state may be anything: makes it one that the type can have.
  void put_in_order();
  // Switches banks, if the address does so.
  void touch(std::uint16_t address, PageMap& pages);
  // Enters a kilobyte into its pages, all of which are seen.
  void map_slice(int slice, PageMap& pages) const;
  // The kilobyte of the image that is seen at an address. FE has no registers: the high bit of the
  // 16-bit address, which programs carry along, chooses.
  unsigned slice_at(std::uint16_t address) const {
    const unsigned slice = (address >> 10) & 3u;
    return type_ == Cartridge::kFE ? slice + (address & 0x2000 ? 0 : 4) : slices_[slice];
  }
  const std::uint8_t* at(std::uint16_t address) const {
    return image_->bytes.data() + slice_at(address) * kSliceBytes + address % kSliceBytes;
  }

  Cartridge type_;
  std::shared_ptr<const Image> image_;    // at least 4 KB
  std::array<std::uint8_t, 4> slices_{};  // the kilobytes of the image that are seen
  std::array<std::uint8_t, kRamBytes> ram_{};
  Dpc dpc_;
};

}  // namespace pp::atari
