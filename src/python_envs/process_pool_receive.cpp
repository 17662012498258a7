// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// Waits for batches, and reads what they hold besides columns: infos, objects, failures.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "object_lists.h"
#include "process_pool.h"
#include "process_pool_call.h"
#include "space_parsing.h"

namespace pp {
namespace {

using namespace std::chrono_literals;

// How long a call waits at a time while a worker starts or answers a request that nobody waits for.
constexpr auto kRestlessInterval = 2ms;

// Puts the objects of each row in the places of their leaves. `objects[row]` lists them in order.
nb::object with_objects(const PyTree& node, nb::object value, const Fields& fields,
                        const nb::list& objects, std::size_t& next) {
  if (node.is_leaf()) {
    if (!is_object(fields[node.leaf()].leaf)) return value;
    nb::object column = checked(PyTuple_New(static_cast<Py_ssize_t>(objects.size())));
    for (std::size_t row = 0; row < objects.size(); ++row) {
      PyTuple_SET_ITEM(column.ptr(), static_cast<Py_ssize_t>(row),
                       nb::object(objects[row][next]).release().ptr());
    }
    ++next;
    return column;
  }
  nb::list parts;
  nb::dict named;
  for (std::size_t i = 0; i < node.children().size(); ++i) {
    const PyTree& child = node.children()[i];
    if (node.kind() == SpaceKind::kDict) {
      named[child.name()] = with_objects(child, value[child.name()], fields, objects, next);
    } else {
      parts.append(with_objects(child, value[i], fields, objects, next));
    }
  }
  return node.kind() == SpaceKind::kDict ? nb::object(named) : nb::object(nb::tuple(parts));
}

}  // namespace

bool ProcessPool::wait_until(std::optional<Clock::time_point> deadline) {
  if (restless_) settle();
  const nb::gil_scoped_release released;
  publish_tasks();  // only now, since workers that are threads need the GIL at once
  if (spin_.until([this] { return rows_.ready() || closed(); })) return rows_.ready();
  const Clock::time_point start = Clock::now();
  const Clock::time_point look = start + (restless_ ? kRestlessInterval : kSignalInterval);
  const auto rest = (deadline ? std::min(look, *deadline) : look) - start;
  return rows_.wait_for(std::max<std::int64_t>(rest.count(), 0));
}

ReceivedBatch ProcessPool::receive() {
  sides_ = read_sides();
  return receive_unseen();
}

// The complete batch, and what it says about its environments before users can change it.
ReceivedBatch ProcessPool::receive_unseen() {
  ReceivedBatch received;
  received.batch = rows_.take(received.rows);
  const auto* const kinds = received.batch->column<RowKind>(plan_.layout.kind);
  received.failures =
      static_cast<std::uint32_t>(std::count(kinds, kinds + received.rows, RowKind::kFailed));
  note_rows(received);
  return received;
}

void ProcessPool::note_rows(const ReceivedBatch& received) {
  const BatchLayout& layout = plan_.layout;
  const auto* const ids = received.batch->column<std::int32_t>(layout.env_id);
  const auto* const kinds = received.batch->column<RowKind>(layout.kind);
  const bool* const terminated = received.batch->column<bool>(layout.terminated);
  const bool* const truncated = received.batch->column<bool>(layout.truncated);
  const bool may_end = autoreset_ != AutoresetMode::kSameStep;
  for (std::uint32_t row = 0; row < received.rows; ++row) {
    const auto env = static_cast<std::uint32_t>(ids[row]);
    rows_due_[env] = kNoEnv;
    if (kinds[row] == RowKind::kFailed) failures_.erase(env);
    text_versions_.write(*received.batch, layout, row, env);
  }
  status_.deliver_rows(received.rows, ids, kinds, terminated, truncated, may_end);
  if (status_.counts_needed() || received.failures > 0) status_.count_blocked();
}

nb::tuple ProcessPool::completed(nb::tuple result) {
  const SideValues sides = std::exchange(sides_, {});
  if (sides.infos.is_valid()) {
    const nb::object infos = result[nb::len(result) - 1];
    if (PyDict_Update(infos.ptr(), sides.infos.ptr()) != 0) throw nb::python_error();
  }
  if (!has_objects_) return result;
  std::size_t next = 0;
  nb::list parts(result);
  const nb::list objects = sides.objects.is_valid() ? nb::list(sides.objects) : nb::list();
  parts[0] = with_objects(observation_tree_, parts[0], plan_.observation, objects, next);
  return nb::tuple(parts);
}

// --- Beside the rows ---------------------------------------------------------------------------

// What the rows of the complete batch have beside their columns. It runs code of the user's
// (whatever unpickles) and signal handlers: so it comes before the batch is taken. A row whose
// values cannot be read becomes a failure.
ProcessPool::SideValues ProcessPool::read_sides() {
  std::uint32_t count = 0;
  Batch* const batch = rows_.peek(count);
  const auto* const ids = batch->column<std::int32_t>(plan_.layout.env_id);
  auto* const kinds = batch->column<RowKind>(plan_.layout.kind);
  SideValues sides;
  good_rows_.clear();
  good_envs_.clear();
  for (std::uint32_t row = 0; row < count; ++row) {
    if (kinds[row] == RowKind::kFailed) continue;
    good_rows_.push_back(row);
    good_envs_.push_back(static_cast<std::uint32_t>(ids[row]));
  }
  for (const auto& [place, why] : read_infos(good_envs_, sides)) {
    kinds[good_rows_[place]] = RowKind::kFailed;
    failures_[good_envs_[place]] = why;
  }
  if (std::count(kinds, kinds + count, RowKind::kFailed) > 0) {
    sides.failures = read_failures({ids, count}, kinds);
  }
  return sides;
}

// Which of the rows cannot be read, and why.
std::vector<std::pair<std::uint32_t, std::string>> ProcessPool::read_infos(
    std::span<const std::uint32_t> envs, SideValues& sides) {
  const auto empty = [&](std::uint32_t env) {
    return SideKind{env_boxes_[env].out_kind} == SideKind::kNothing;
  };
  if (std::ranges::all_of(envs, empty)) return {};
  std::optional<nb::python_error> failed;
  try {
    if (read_typed_infos(sides, envs)) return {};
  } catch (nb::python_error& error) {  // of one row, perhaps
    failed.emplace(std::move(error));
  }
  const nb::tuple read = nb::cast<nb::tuple>(
      nb::module_::import_("parallel_pool.python_envs.infos")
          .attr("read_rows")(side_values(envs), format_ == ResultFormat::kGymnasium));
  sides.infos = read[0];
  sides.objects = read[1];
  const auto why = nb::cast<std::vector<std::pair<std::uint32_t, std::string>>>(read[2]);
  if (failed && why.empty()) throw std::move(*failed);  // of a signal, and no row's
  return why;
}

// The fast way, where all infos that there are have the same form.
bool ProcessPool::read_typed_infos(SideValues& sides, std::span<const std::uint32_t> envs) {
  if (format_ != ResultFormat::kGymnasium) return false;
  const InfoSchema* schema = nullptr;
  std::vector<const std::byte*> data(envs.size());
  nb::list objects;
  for (std::size_t i = 0; i < envs.size(); ++i) {
    const EnvBox& box = env_boxes_[envs[i]];
    if (SideKind{box.out_kind} == SideKind::kNothing && !has_objects_) continue;
    if (SideKind{box.out_kind} != SideKind::kTypedInfo) return false;
    const InfoSchema& own = schema_of(envs[i]);
    if (schema == nullptr) schema = &own;
    if (schema != &own) return false;
    data[i] = segment_->base() + box.out_offset;
    if (has_objects_) objects.append(objects_of(box));
  }
  nb::dict infos;
  schema->add_columns(infos, data, loads_);
  sides.infos = infos;
  if (has_objects_) sides.objects = objects;
  return true;
}

// The objects beside a typed info; None if it has none.
nb::object ProcessPool::objects_of(const EnvBox& box) const {
  if (box.objects_bytes == 0) return nb::none();
  const std::byte* const data = segment_->base() + box.out_offset + box.objects_offset;
  return read_objects({data, box.objects_bytes}, loads_);
}

// For each environment's last result a function that returns (info, objects), a pickle of these, or
// None where there is nothing.
nb::list ProcessPool::side_values(std::span<const std::uint32_t> envs) {
  nb::list values;
  for (const std::uint32_t env : envs) {
    const EnvBox& box = env_boxes_[env];
    const std::byte* const data = segment_->base() + box.out_offset;
    switch (SideKind{box.out_kind}) {
      case SideKind::kTypedInfo:
        values.append(nb::cpp_function([this, &box, data, schema = &schema_of(env)] {
          return nb::make_tuple(schema->decode(data, loads_), objects_of(box));
        }));
        break;
      case SideKind::kPickle:
        values.append(nb::bytes(data, box.out_bytes));
        break;
      default:
        values.append(nb::none());
    }
  }
  return values;
}

// The form of an environment's typed info: one object for all workers that know it.
const InfoSchema& ProcessPool::schema_of(std::uint32_t env) {
  const std::uint32_t worker = worker_of_[env];
  const std::uint32_t number = env_boxes_[env].out_schema;
  const std::uint64_t key = std::uint64_t{worker} << 32 | number;
  const auto known = schema_ids_.find(key);
  if (known != schema_ids_.end()) return *schemas_[known->second];
  const SchemaBox& box = workers_[worker].queue.box().schemas[number];
  auto schema = InfoSchema::of(loads_(nb::bytes(segment_->base() + box.offset, box.bytes)));
  std::size_t at = 0;
  while (at < schemas_.size() && !schemas_[at]->same_form(*schema)) ++at;
  if (at == schemas_.size()) schemas_.push_back(std::make_unique<InfoSchema>(std::move(*schema)));
  schema_ids_[key] = at;
  return *schemas_[at];
}

// --- Failures ----------------------------------------------------------------------------------

ProcessPool::Failures ProcessPool::read_failures(std::span<const std::int32_t> ids,
                                                 const RowKind* kinds) {
  Failures failures;
  for (std::size_t row = 0; row < ids.size(); ++row) {
    if (kinds[row] != RowKind::kFailed) continue;
    const nb::tuple why = failure_of(static_cast<std::uint32_t>(ids[row]));
    failures.causes[nb::int_(ids[row])] = why[0];
    if (failures.first.is_valid()) continue;
    failures.first =
        nb::module_::import_("parallel_pool.python_envs.failures").attr("load_exception")(why[1]);
  }
  return failures;
}

ProcessPool::Failures ProcessPool::failures_of(const ReceivedBatch& /*received*/) {
  return std::move(sides_.failures);
}

// What is known of a failed row: a text, and a pickled exception or None.
nb::tuple ProcessPool::failure_of(std::uint32_t env) {
  const auto known = failures_.find(env);
  if (known != failures_.end()) return nb::make_tuple(known->second, nb::none());
  const EnvBox& box = env_boxes_[env];
  if (SideKind{box.out_kind} != SideKind::kFailure) {
    return nb::make_tuple("unknown failure", nb::none());
  }
  return nb::cast<nb::tuple>(loads_(nb::bytes(segment_->base() + box.out_offset, box.out_bytes)));
}

}  // namespace pp
