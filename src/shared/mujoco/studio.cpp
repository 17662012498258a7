// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Calls MuJoCo's renderer.
//
// A thread takes an idle painter from the list, or makes another one, draws without any lock, and
// puts it back. Painters are made one at a time: MuJoCo finds OpenGL's functions with the first one
// in the process.
#include "studio.h"

#include <parallel_pool/fork_safe_mutex.h>

#include <algorithm>
#include <compare>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "gl_context.h"
#include "grounds.h"

namespace pp::mujoco {
// Its types are members of Studio::Painter, so they are not of an anonymous namespace.
namespace drawing {

struct Rectangle {  // mjrRect
  int left, bottom, width, height;
};

struct Renderer {
  void (*default_scene)(void*);
  void (*make_scene)(const RawModel*, void*, int);
  void (*free_scene)(void*);
  void (*default_option)(void*);
  void (*default_perturb)(void*);
  void (*update_scene)(const RawModel*, RawData*, const void*, const void*, void*, int, void*);
  void (*default_context)(void*);
  void (*make_context)(const RawModel*, void*, int);
  void (*free_context)(void*);
  void (*set_buffer)(int, void*);
  void (*upload_hfield)(const RawModel*, const void*, int);
  void (*render)(Rectangle, void*, const void*);
  void (*read_pixels)(std::uint8_t*, float*, Rectangle, const void*);

  explicit Renderer(const std::string& library) {
    find(library, "mjv_defaultScene", default_scene);
    find(library, "mjv_makeScene", make_scene);
    find(library, "mjv_freeScene", free_scene);
    find(library, "mjv_defaultOption", default_option);
    find(library, "mjv_defaultPerturb", default_perturb);
    find(library, "mjv_updateScene", update_scene);
    find(library, "mjr_defaultContext", default_context);
    find(library, "mjr_makeContext", make_context);
    find(library, "mjr_freeContext", free_context);
    find(library, "mjr_setBuffer", set_buffer);
    find(library, "mjr_uploadHField", upload_hfield);
    find(library, "mjr_render", render);
    find(library, "mjr_readPixels", read_pixels);
  }

 private:
  template <class Function>
  static void find(const std::string& library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(find_function(library, name));
  }
};

// MuJoCo's structs have sizes that only its headers know: some kilobytes. Each gets far more, which
// costs nothing where it is not touched.
struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
using Block = std::unique_ptr<void, Free>;

}  // namespace drawing

namespace {

constexpr int kOffscreen = 1;      // mjFB_OFFSCREEN
constexpr int kFontScale = 150;    // mjFONTSCALE_150
constexpr int kAllCategories = 7;  // mjCAT_ALL

drawing::Block make_block() {
  drawing::Block block(std::calloc(1, std::size_t{1} << 20));
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

}  // namespace

// --- Camera ------------------------------------------------------------------------------------

Camera::Camera(const PictureFacts& facts)
    : words_((facts.camera.size() + 7) / 8), place_of_lookat_(facts.lookat), lookat_(3) {
  std::memcpy(words_.data(), facts.camera.data(), facts.camera.size());
  std::memcpy(lookat_.data(), facts.camera.data() + facts.lookat, 3 * sizeof(double));
}

void Camera::place() {
  lookat_.resize(3);
  std::memcpy(reinterpret_cast<std::byte*>(words_.data()) + place_of_lookat_, lookat_.data(),
              3 * sizeof(double));
}

void Camera::aim(const PictureFacts& facts, const double* geom_xpos) {
  if (std::exchange(aimed_, true)) return;
  const auto count = static_cast<std::size_t>(facts.geom_count);
  std::vector<double> along(count);
  for (std::size_t axis = 0; axis < 3 && count > 0; ++axis) {
    if (!facts.centered[axis]) continue;
    for (std::size_t i = 0; i < count; ++i) along[i] = geom_xpos[3 * i + axis];
    // Also of NaNs, which a forged state may lead to.
    std::ranges::sort(along, [](double a, double b) { return std::strong_order(a, b) < 0; });
    // numpy.median: the mean of the two in the middle.
    const double upper = along[count / 2];
    lookat_[axis] = count % 2 == 1 ? upper : (along[count / 2 - 1] + upper) / 2;
  }
  place();
}

// --- Painter -----------------------------------------------------------------------------------

class Studio::Painter {
 public:
  Painter(const Model& model, const PictureFacts& facts)
      : library_(model.facts().library),
        renderer_(library_),
        facts_(facts),
        head_(model),
        gl_(make_gl_context(facts.backend, static_cast<int>(facts.width),
                            static_cast<int>(facts.height))),
        rows_(facts.bytes()) {
    const EnteredContext entered(*gl_);
    warn_soon(call_library(library_, [&] {
      renderer_.default_scene(scene_.get());
      renderer_.default_context(context_.get());
      renderer_.default_option(option_.get());
      for (const std::size_t flag : facts.hidden_flags) {
        static_cast<std::byte*>(option_.get())[flag] = std::byte{0};
      }
      renderer_.default_perturb(perturb_.get());
      renderer_.make_scene(model.raw(), scene_.get(), facts.max_geom);
      renderer_.make_context(model.raw(), context_.get(), kFontScale);
      renderer_.set_buffer(kOffscreen, context_.get());
    }));
    grounds_.emplace(model, *gl_, renderer_.upload_hfield, context_.get(), facts.hfield_count,
                     facts.heights);
  }
  ~Painter() {
    try {
      const EnteredContext entered(*gl_);
      grounds_->restore();
      warn_soon(call_library(library_, [&] {
        renderer_.free_context(context_.get());
        renderer_.free_scene(scene_.get());
      }));
    } catch (const std::exception&) {
      // The library was shut down before, as at the end of the process.
    }
  }

  void draw(const RawModel* model, RawData* data, Camera& camera, std::uint8_t* out) {
    for (const ModelBlock& block : facts_.shown) head_.take(block, model);
    if (!facts_.shown.empty()) model = head_.raw();
    const EnteredContext entered(*gl_);
    const drawing::Rectangle all{0, 0, static_cast<int>(facts_.width),
                                 static_cast<int>(facts_.height)};
    grounds_->show(model, camera.owner());
    warn_soon(call_library(library_, [&] {
      renderer_.update_scene(model, data, option_.get(), perturb_.get(), camera.raw(),
                             kAllCategories, scene_.get());
      renderer_.render(all, scene_.get(), context_.get());
      renderer_.read_pixels(rows_.data(), nullptr, all, context_.get());
    }));
    // OpenGL begins at the bottom.
    const std::size_t row = 3 * facts_.width;
    for (std::size_t i = 0; i < facts_.height; ++i) {
      std::memcpy(out + i * row, rows_.data() + (facts_.height - 1 - i) * row, row);
    }
  }

 private:
  const std::string& library_;
  drawing::Renderer renderer_;
  const PictureFacts& facts_;
  ModelHead head_;  // shows what the simulation's own model has
  std::unique_ptr<GlContext> gl_;
  drawing::Block scene_ = make_block(), context_ = make_block(), option_ = make_block(),
                 perturb_ = make_block();
  std::optional<Grounds> grounds_;
  std::vector<std::uint8_t> rows_;
};

// --- Studio ------------------------------------------------------------------------------------

Studio::Studio(std::shared_ptr<const Model> model, PictureFacts facts)
    : model_(std::move(model)), facts_(std::move(facts)) {
  idle_.push_back(take());
}

Studio::~Studio() = default;

std::unique_ptr<Studio::Painter> Studio::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Painter> painter = std::move(idle_.back());
      idle_.pop_back();
      return painter;
    }
  }
  const std::lock_guard lock(ForkSafeMutex<Painter>::get());  // they are made one at a time
  return std::make_unique<Painter>(*model_, facts_);
}

void Studio::draw(const RawModel* model, RawData* data, Camera& camera, std::uint8_t* out) {
  std::unique_ptr<Painter> painter = take();
  painter->draw(model, data, camera, out);
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(painter));
}

}  // namespace pp::mujoco
