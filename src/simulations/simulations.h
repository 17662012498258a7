// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A batch of MuJoCo simulations, and the arrays that mirror them: row i of each is simulation i's.
//
// Different threads may run different simulations. Nothing here knows threads, except that models
// whose parameters differ between simulations are lent to one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "shared/mujoco/library.h"

namespace pp::mujoco {

// What to do with a simulation: calls of MuJoCo's functions, one after the other.
enum class Operation : std::uint8_t {
  kStep,
  kStep1,
  kStep2,
  kForward,
  kKinematics,         // mj_kinematics, mj_comPos, mj_camlight
  kRnePostConstraint,  // what cfrc_ext and cacc need
  kSubtreeVelocity,    // what subtree_linvel and subtree_angmom need
  kReset,
  kResetKeyframe,
  kInsert,  // rows into the data, in the middle of a program
};
struct Instruction {
  Operation operation;
  // How often; of kResetKeyframe and kInsert: the number of the keyframe or of the insertion.
  std::int64_t count = 1;
};
struct Program {
  std::vector<Instruction> instructions;
};

// A field of the data. Where `written`, a row goes into its simulation before each program; after
// each program it comes from there.
struct Mirror {
  std::byte* rows;
  std::size_t row_bytes;
  std::ptrdiff_t offset;  // in bytes, from the struct or from qpos
  bool in_struct;
  bool written;
};

// A field of the model that differs between simulations: row i goes into the model with which
// simulation i runs.
struct Parameter {
  std::byte* rows;
  std::size_t row_bytes;
  std::vector<std::byte*> places;  // in each copy of the models
  bool computed;                   // mj_setConst changes it, so the row comes back from there
};

class Simulations {
 public:
  // `of[i]` is the number of simulation i's model.
  Simulations(std::vector<std::shared_ptr<const Model>> models, std::vector<std::uint32_t> of);

  std::size_t size() const { return data_.size(); }
  Data& data(std::size_t i) { return data_[i]; }
  const Model& model() const { return *models_.front(); }
  std::uint32_t model_of(std::size_t i) const { return of_[i]; }

  // Between programs only. A new mirror has the rows that the simulations have now.
  void add(const Mirror& mirror);
  // Rows that programs insert; numbered from 0.
  void add_insertion(const Mirror& rows) { insertions_.push_back(rows); }
  // Copies of the models, `count` of each: that of model m at m * count. Python owns them. They have
  // no parameters yet.
  void set_copies(std::vector<RawModel*> copies, std::size_t count);
  void add(const Parameter& parameter) { parameters_.push_back(parameter); }

  // Asked between some steps of a long program, which ends where it is if the answer is no.
  using GoesOn = std::function<bool()>;

  // Throws std::runtime_error where MuJoCo reports an error; the rows are then as far as it came.
  [[nodiscard]] Warnings run(std::size_t i, std::span<const Instruction> program,
                             const GoesOn& goes_on = nullptr);

  // The first of MuJoCo's global callbacks that is set, or null. They are Python's functions, which
  // know none of these simulations.
  const char* callback() const;

  // mj_setConst: computes what follows from parameters. What follows from positions does not.
  [[nodiscard]] Warnings set_const(std::size_t i);

  // An open loop: steps with `controls`, a row of nu for each, and writes after each step so much of
  // MuJoCo's state as the bits `what` say, and the sensors' data.
  struct OpenLoop {
    const double* controls;
    std::size_t steps;
    int what;
    double* states;
    std::size_t state_size;
    double* sensors;
  };
  [[nodiscard]] Warnings roll_out(std::size_t i, const OpenLoop& loop, const GoesOn& goes_on);

  // Of a site, in world coordinates: the Jacobians of its position and of its orientation, each 3 x
  // nv, and its velocity, the angular one first.
  void site_jacobian(std::size_t i, int site, double* of_position, double* of_rotation);
  void site_velocity(std::size_t i, int site, double* out);

  // What rays meet first: mj_ray. Geoms are -1, and distances too, where there is nothing.
  struct Rays {
    std::size_t count;
    const double* points;        // count x 3
    const double* directions;    // count x 3
    const std::uint8_t* groups;  // six flags, or null: geoms of all groups
    bool fixed;                  // whether geoms of the world count
    int without_body;            // -1: none
    double* distances;
    std::int32_t* geoms;
  };
  [[nodiscard]] Warnings rays(std::size_t i, const Rays& rays);
  // How far a heightfield is below points (count x 3), -1 where it is not.
  [[nodiscard]] Warnings below(std::size_t i, int geom, std::size_t count, const double* points,
                               double* distances);

  // MuJoCo's own state of a simulation, of `state_size` numbers. Rows come into the simulation
  // before the first, and from it after the second.
  std::size_t state_size() const { return model().state_size(); }
  void get_state(std::size_t i, double* out);
  [[nodiscard]] Warnings set_state(std::size_t i, const double* state);
  // All of a simulation's data, rows of mirrors too.
  [[nodiscard]] Warnings copy(std::size_t from, std::size_t to);
  // All of it to other data, Python's.
  [[nodiscard]] Warnings copy_to(std::size_t i, RawData* target);

  void scatter(std::size_t i);
  void gather(std::size_t i);

 private:
  class Lent;  // a model for the duration of a program

  std::byte* place(const Mirror& mirror, std::size_t i);
  void execute(const RawModel* model, std::size_t i, std::span<const Instruction> program);
  const std::string& library() const { return model().facts().library; }

  // Functions that nothing else needs.
  struct MoreFunctions {
    void (*kinematics)(const RawModel*, RawData*);
    void (*com_pos)(const RawModel*, RawData*);
    void (*camlight)(const RawModel*, RawData*);
    void (*subtree_velocity)(const RawModel*, RawData*);
    void (*reset_keyframe)(const RawModel*, RawData*, int);
    void (*jacobian_of_site)(const RawModel*, const RawData*, double*, double*, int);
    // Since 3.4 they have a last argument for the normal; older versions do not look at it.
    double (*ray)(const RawModel*, const RawData*, const double*, const double*,
                  const std::uint8_t*, std::uint8_t, int, int*, double*);
    double (*ray_heightfield)(const RawModel*, const RawData*, int, const double*, const double*,
                              double*);
  };

  const std::vector<std::shared_ptr<const Model>> models_;
  const std::vector<std::uint32_t> of_;
  std::vector<Data> data_;
  MoreFunctions more_;
  std::vector<std::pair<const char*, void* const*>> callbacks_;
  void (*set_const_)(RawModel*, RawData*);
  std::vector<Mirror> mirrors_;
  std::vector<Mirror> insertions_;
  std::vector<Parameter> parameters_;
  std::vector<RawModel*> copies_;
  std::size_t copies_of_each_ = 0;
  std::unique_ptr<std::atomic<bool>[]> lent_;  // by copy; acquire-release, as a lock
};

}  // namespace pp::mujoco
