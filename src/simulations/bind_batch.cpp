// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Batches of simulations, their programs and rules, as Python sees them.
#include <algorithm>

#include "batch.h"
#include "rules.h"

namespace pp::mujoco {
namespace {

constexpr std::pair<const char*, Operation> kOperations[] = {
    {"step", Operation::kStep},
    {"step1", Operation::kStep1},
    {"step2", Operation::kStep2},
    {"forward", Operation::kForward},
    {"kinematics", Operation::kKinematics},
    {"rne_post_constraint", Operation::kRnePostConstraint},
    {"subtree_velocity", Operation::kSubtreeVelocity},
    {"insert", Operation::kInsert},
    {"reset", Operation::kReset},
    {"reset_keyframe", Operation::kResetKeyframe},
};

Program parse_program(const std::vector<std::pair<std::string, std::int64_t>>& instructions) {
  Program program;
  for (const auto& [name, count] : instructions) {
    const auto* const known =
        std::ranges::find_if(kOperations, [&](const auto& one) { return one.first == name; });
    if (known == std::end(kOperations)) {
      std::string names;
      for (const auto& [one, operation] : kOperations)
        names += (names.empty() ? "" : ", ") + std::string(one);
      throw Error(ErrorKind::kValue, "unknown instruction '" + name + "'; known are: " + names);
    }
    program.instructions.push_back({known->second, count});
  }
  return program;
}

}  // namespace

void bind_batch(nb::module_& m) {
  nb::class_<Program>(m, "Program", "What to do with simulations: instructions and their counts.")
      .def(
          "__init__",
          [](Program* self, const std::vector<std::pair<std::string, std::int64_t>>& list) {
            new (self) Program(parse_program(list));
          },
          nb::arg("instructions"));
  nb::class_<Rules>(m, "Rules", "What a task computes for an environment, as instructions.")
      .def(nb::init<std::vector<double>, const std::vector<Rules::Line>&, std::vector<std::int32_t>,
                    const std::vector<std::pair<std::uintptr_t, std::size_t>>&,
                    const std::vector<std::int64_t>&>(),
           nb::arg("constants"), nb::arg("lines"), nb::arg("operands"), nb::arg("arrays"),
           nb::arg("contacts"));
  nb::class_<Batch>(m, "Batch", "The engine's side of a batch of simulations.")
      .def(nb::init<nb::list, bool, std::vector<std::uint32_t>, std::size_t,
                    std::vector<std::vector<int>>, nb::handle>(),
           nb::arg("models"), nb::arg("lent"), nb::arg("of"), nb::arg("num_threads"),
           nb::arg("bind_to"), nb::arg("workers").none(),
           nb::sig("def __init__(self, models: list[object], lent: bool, of: Sequence[int], "
                   "num_threads: int, bind_to: Sequence[Sequence[int]], workers: object | None) "
                   "-> None"))
      .def_prop_ro("closed", &Batch::closed)
      .def_prop_ro("state_size", &Batch::state_size)
      .def("close", &Batch::close)
      .def("add_mirror", &Batch::add_mirror, nb::arg("rows"), nb::arg("row_bytes"),
           nb::arg("offset"), nb::arg("in_struct"), nb::arg("written"))
      .def("add_insertion", &Batch::add_insertion, nb::arg("rows"), nb::arg("row_bytes"),
           nb::arg("offset"), nb::arg("in_struct"))
      .def("set_copies", &Batch::set_copies, nb::arg("copies"), nb::arg("count"))
      .def("add_parameter", &Batch::add_parameter, nb::arg("rows"), nb::arg("row_bytes"),
           nb::arg("places"), nb::arg("computed"))
      .def("run", &Batch::run, nb::arg("name"), nb::arg("ids").none(), nb::arg("program"),
           nb::sig("def run(self, name: str, ids: object, program: Program) "
                   "-> list[tuple[int, str, bool]] | None"))
      .def("chosen", &Batch::chosen, nb::arg("name"), nb::arg("ids").none(),
           nb::sig("def chosen(self, name: str, ids: object) -> list[int]"))
      .def("check_callbacks", &Batch::check_callbacks)
      .def("set_const", &Batch::set_const, nb::arg("ids").none(),
           nb::sig("def set_const(self, ids: object) -> list[tuple[int, str, bool]] | None"))
      .def("get_state", &Batch::get_state, nb::arg("ids").none(), nb::arg("states"),
           nb::sig("def get_state(self, ids: object, states: int) "
                   "-> list[tuple[int, str, bool]] | None"))
      .def("set_state", &Batch::set_state, nb::arg("ids").none(), nb::arg("states"),
           nb::sig("def set_state(self, ids: object, states: int) "
                   "-> list[tuple[int, str, bool]] | None"))
      .def("roll_out", &Batch::roll_out, nb::arg("ids").none(), nb::arg("controls"),
           nb::arg("steps"), nb::arg("what"), nb::arg("states"), nb::arg("state_size"),
           nb::arg("sensors"),
           nb::sig("def roll_out(self, ids: object, controls: int, steps: int, what: int, "
                   "states: int, state_size: int, sensors: int) "
                   "-> list[tuple[int, str, bool]] | None"))
      .def("site_jacobian", &Batch::site_jacobian, nb::arg("ids").none(), nb::arg("site"),
           nb::arg("of_position"), nb::arg("of_rotation"),
           nb::sig("def site_jacobian(self, ids: object, site: int, of_position: int, "
                   "of_rotation: int) -> list[tuple[int, str, bool]] | None"))
      .def("site_velocity", &Batch::site_velocity, nb::arg("ids").none(), nb::arg("site"),
           nb::arg("velocities"),
           nb::sig("def site_velocity(self, ids: object, site: int, velocities: int) "
                   "-> list[tuple[int, str, bool]] | None"))
      .def("rays", &Batch::rays, nb::arg("ids").none(), nb::arg("count"), nb::arg("points"),
           nb::arg("directions"), nb::arg("groups"), nb::arg("fixed"), nb::arg("without_body"),
           nb::arg("distances"), nb::arg("geoms"),
           nb::sig("def rays(self, ids: object, count: int, points: int, directions: int, "
                   "groups: int, fixed: bool, without_body: int, distances: int, geoms: int) "
                   "-> list[tuple[int, str, bool]] | None"))
      .def("heights", &Batch::heights, nb::arg("ids").none(), nb::arg("geom"), nb::arg("count"),
           nb::arg("points"), nb::arg("distances"),
           nb::sig("def heights(self, ids: object, geom: int, count: int, points: int, "
                   "distances: int) -> list[tuple[int, str, bool]] | None"))
      .def("copy", &Batch::copy, nb::arg("from_ids").none(), nb::arg("to_ids").none(),
           nb::sig("def copy(self, from_ids: object, to_ids: object) "
                   "-> list[tuple[int, str, bool]] | None"))
      .def("copy_to", &Batch::copy_to, nb::arg("i"), nb::arg("data"),
           nb::sig("def copy_to(self, i: int, data: int) -> list[tuple[int, str, bool]] | None"));
}

}  // namespace pp::mujoco
