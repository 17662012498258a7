// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Runs programs: rows in, MuJoCo's functions, rows out.
#include "simulations.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace pp::mujoco {
namespace {

// How many steps are made in one call of the library, which Ctrl-C cannot end.
constexpr std::int64_t kPiece = 16;

// But mjcb_time, which is asked for timers only.
constexpr const char* kCallbacks[] = {"mjcb_passive", "mjcb_control", "mjcb_contactfilter",
                                      "mjcb_sensor",  "mjcb_act_dyn", "mjcb_act_gain",
                                      "mjcb_act_bias"};

}  // namespace

// A copy of the simulation's model with its parameters, if there are any; else the model itself.
class Simulations::Lent {
 public:
  Lent(Simulations& all, std::size_t i) : all_(all) {
    const std::uint32_t model = all.of_[i];
    if (all.parameters_.empty()) {
      raw_ = const_cast<RawModel*>(all.models_[model]->raw());
      return;
    }
    const std::size_t first = model * all.copies_of_each_;
    for (std::size_t k = 0;; k = (k + 1) % all.copies_of_each_) {
      copy_ = first + k;
      if (!all.lent_[copy_].exchange(true, std::memory_order_acquire)) break;
      if (k + 1 == all.copies_of_each_) std::this_thread::yield();
    }
    is_lent_ = true;
    raw_ = all.copies_[copy_];
    for (const Parameter& parameter : all.parameters_) {
      std::memcpy(parameter.places[copy_], parameter.rows + i * parameter.row_bytes,
                  parameter.row_bytes);
    }
  }
  ~Lent() {
    if (is_lent_) all_.lent_[copy_].store(false, std::memory_order_release);
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  RawModel* raw() const { return raw_; }
  // What mj_setConst has computed becomes the simulation's.
  void keep_computed(std::size_t i) const {
    for (const Parameter& parameter : all_.parameters_) {
      if (!parameter.computed) continue;
      std::memcpy(parameter.rows + i * parameter.row_bytes, parameter.places[copy_],
                  parameter.row_bytes);
    }
  }

 private:
  Simulations& all_;
  RawModel* raw_;
  std::size_t copy_ = 0;
  bool is_lent_ = false;
};

Simulations::Simulations(std::vector<std::shared_ptr<const Model>> models,
                         std::vector<std::uint32_t> of)
    : models_(std::move(models)), of_(std::move(of)) {
  data_.reserve(of_.size());
  for (std::size_t i = 0; i < of_.size(); ++i) {
    data_.emplace_back(models_[of_[i]]);
    data_.back().set_env_id(static_cast<std::uint32_t>(i));
  }
  const auto find = [&]<class Function>(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(find_function(library(), name));
  };
  find(more_.kinematics, "mj_kinematics");
  find(more_.com_pos, "mj_comPos");
  find(more_.camlight, "mj_camlight");
  find(more_.subtree_velocity, "mj_subtreeVel");
  find(more_.reset_keyframe, "mj_resetDataKeyframe");
  find(more_.jacobian_of_site, "mj_jacSite");
  find(more_.ray, "mj_ray");
  find(more_.ray_heightfield, "mj_rayHfield");
  find(set_const_, "mj_setConst");
  for (const char* name : kCallbacks) {
    callbacks_.emplace_back(name, reinterpret_cast<void* const*>(find_function(library(), name)));
  }
}

void Simulations::add(const Mirror& mirror) {
  mirrors_.push_back(mirror);
  for (std::size_t i = 0; i < size(); ++i) {
    std::memcpy(mirror.rows + i * mirror.row_bytes, place(mirror, i), mirror.row_bytes);
  }
}

void Simulations::set_copies(std::vector<RawModel*> copies, std::size_t count) {
  lent_ = std::make_unique<std::atomic<bool>[]>(copies.size());
  copies_ = std::move(copies);
  copies_of_each_ = count;
  parameters_.clear();
}

std::byte* Simulations::place(const Mirror& mirror, std::size_t i) {
  Data& data = data_[i];
  std::byte* const base = mirror.in_struct ? reinterpret_cast<std::byte*>(data.raw())
                                           : reinterpret_cast<std::byte*>(data[Array::kQpos]);
  return base + mirror.offset;
}

void Simulations::scatter(std::size_t i) {
  for (const Mirror& mirror : mirrors_) {
    if (mirror.written) {
      std::memcpy(place(mirror, i), mirror.rows + i * mirror.row_bytes, mirror.row_bytes);
    }
  }
}

void Simulations::gather(std::size_t i) {
  for (const Mirror& mirror : mirrors_) {
    std::memcpy(mirror.rows + i * mirror.row_bytes, place(mirror, i), mirror.row_bytes);
  }
}

// MuJoCo's errors jump over this frame, which has nothing to destroy.
void Simulations::execute(const RawModel* model, std::size_t i,
                          std::span<const Instruction> program) {
  const Functions& functions = this->model().functions();
  RawData* const data = data_[i].raw();
  for (const Instruction& instruction : program) {
    if (instruction.operation == Operation::kInsert) {
      const Mirror& rows = insertions_.at(static_cast<std::size_t>(instruction.count));
      std::memcpy(place(rows, i), rows.rows + i * rows.row_bytes, rows.row_bytes);
      continue;
    }
    if (instruction.operation == Operation::kResetKeyframe) {
      more_.reset_keyframe(model, data, static_cast<int>(instruction.count));
      continue;
    }
    for (std::int64_t k = 0; k < instruction.count; ++k) {
      switch (instruction.operation) {
        case Operation::kStep:
          functions.step(model, data);
          break;
        case Operation::kStep1:
          functions.step1(model, data);
          break;
        case Operation::kStep2:
          functions.step2(model, data);
          break;
        case Operation::kForward:
          functions.forward(model, data);
          break;
        case Operation::kKinematics:
          more_.kinematics(model, data);
          more_.com_pos(model, data);
          more_.camlight(model, data);
          break;
        case Operation::kRnePostConstraint:
          functions.rne_post_constraint(model, data);
          break;
        case Operation::kSubtreeVelocity:
          more_.subtree_velocity(model, data);
          break;
        case Operation::kReset:
          functions.reset_data(model, data);
          break;
        case Operation::kResetKeyframe:
        case Operation::kInsert:
          break;
      }
    }
  }
}

const char* Simulations::callback() const {
  for (const auto& [name, address] : callbacks_) {
    if (*address != nullptr) return name;
  }
  return nullptr;
}

Warnings Simulations::run(std::size_t i, std::span<const Instruction> program,
                          const GoesOn& goes_on) {
  const Lent model(*this, i);
  scatter(i);
  Warnings warnings;
  const auto call = [&](std::span<const Instruction> part) {
    for (std::string& text : call_library(library(), [&] { execute(model.raw(), i, part); })) {
      warnings.push_back(std::move(text));
    }
  };
  try {
    if (goes_on == nullptr || program.size() != 1 || program[0].operation != Operation::kStep) {
      call(program);
    } else {
      Instruction piece = program[0];
      for (std::int64_t left = program[0].count; left > 0; left -= piece.count) {
        piece.count = std::min(left, kPiece);
        call({&piece, 1});
        if (left > kPiece && !goes_on()) break;
      }
    }
  } catch (...) {
    gather(i);
    throw;
  }
  gather(i);
  return warnings;
}

// MuJoCo uses the data for its computations, so the simulation's state is put back.
Warnings Simulations::set_const(std::size_t i) {
  const Lent model(*this, i);
  RawData* const data = data_[i].raw();
  std::vector<double> state(state_size());
  get_state(i, state.data());
  Warnings warnings = call_library(library(), [&] { set_const_(model.raw(), data); });
  model.keep_computed(i);
  for (std::string& text : set_state(i, state.data())) warnings.push_back(std::move(text));
  return warnings;
}

Warnings Simulations::roll_out(std::size_t i, const OpenLoop& loop, const GoesOn& goes_on) {
  const Lent model(*this, i);
  Data& data = data_[i];
  const Functions& functions = this->model().functions();
  const std::size_t controls = data.size(Array::kCtrl), sensors = data.size(Array::kSensordata);
  scatter(i);
  Warnings warnings;
  try {
    for (std::size_t first = 0; first < loop.steps && (first == 0 || goes_on()); first += kPiece) {
      const std::size_t last = std::min<std::size_t>(first + kPiece, loop.steps);
      Warnings own = call_library(library(), [&] {
        for (std::size_t t = first; t < last; ++t) {
          std::memcpy(data[Array::kCtrl], loop.controls + t * controls, controls * sizeof(double));
          functions.step(model.raw(), data.raw());
          functions.get_state(model.raw(), data.raw(), loop.states + t * loop.state_size,
                              loop.what);
          std::memcpy(loop.sensors + t * sensors, data[Array::kSensordata],
                      sensors * sizeof(double));
        }
      });
      for (std::string& text : own) warnings.push_back(std::move(text));
    }
  } catch (...) {
    gather(i);
    throw;
  }
  gather(i);
  return warnings;
}

void Simulations::site_jacobian(std::size_t i, int site, double* of_position, double* of_rotation) {
  const Lent model(*this, i);
  more_.jacobian_of_site(model.raw(), data_[i].raw(), of_position, of_rotation, site);
}

void Simulations::site_velocity(std::size_t i, int site, double* out) {
  constexpr int kSiteObject = 6;  // mjOBJ_SITE
  const Lent model(*this, i);
  this->model().functions().object_velocity(model.raw(), data_[i].raw(), kSiteObject, site, out, 0);
}

Warnings Simulations::rays(std::size_t i, const Rays& rays) {
  const Lent model(*this, i);
  return call_library(library(), [&] {
    for (std::size_t k = 0; k < rays.count; ++k) {
      rays.distances[k] =
          more_.ray(model.raw(), data_[i].raw(), rays.points + 3 * k, rays.directions + 3 * k,
                    rays.groups, rays.fixed ? 1 : 0, rays.without_body, rays.geoms + k, nullptr);
    }
  });
}

Warnings Simulations::below(std::size_t i, int geom, std::size_t count, const double* points,
                            double* distances) {
  constexpr double kDown[] = {0, 0, -1};
  const Lent model(*this, i);
  return call_library(library(), [&] {
    for (std::size_t k = 0; k < count; ++k) {
      distances[k] =
          more_.ray_heightfield(model.raw(), data_[i].raw(), geom, points + 3 * k, kDown, nullptr);
    }
  });
}

void Simulations::get_state(std::size_t i, double* out) {
  scatter(i);
  const Model& own = *models_[of_[i]];
  own.functions().get_state(own.raw(), data_[i].raw(), out, own.facts().integration_state);
}

Warnings Simulations::set_state(std::size_t i, const double* state) {
  const Model& own = *models_[of_[i]];
  Warnings warnings = call_library(library(), [&] {
    own.functions().set_state(own.raw(), data_[i].raw(), state, own.facts().integration_state);
  });
  gather(i);
  return warnings;
}

Warnings Simulations::copy(std::size_t from, std::size_t to) {
  scatter(from);
  Warnings warnings = copy_to(from, data_[to].raw());
  gather(to);
  return warnings;
}

Warnings Simulations::copy_to(std::size_t i, RawData* target) {
  const Model& own = *models_[of_[i]];
  return call_library(library(),
                      [&] { own.functions().copy_data(target, own.raw(), data_[i].raw()); });
}

}  // namespace pp::mujoco
