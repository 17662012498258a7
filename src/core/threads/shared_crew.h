// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// A pool's part in workers that it shares with other pools, perhaps of other modules.
#pragma once

#include <parallel_pool/core/threads/crew.h>
#include <parallel_pool/core/threads/workers_api.h>
#include <parallel_pool/error.h>

#include <cstddef>
#include <functional>
#include <utility>

namespace pp {

class SharedCrew final : public Crew {
 public:
  SharedCrew(const WorkersApi& api, std::function<bool(std::size_t)> run_task,
             std::function<bool(std::size_t)> has_task)
      : api_(api),
        run_task_(std::move(run_task)),
        has_task_(std::move(has_task)),
        client_{this,
                [](void* self, std::size_t worker) {
                  return static_cast<SharedCrew*>(self)->run_task_(worker);
                },
                [](void* self, std::size_t worker) {
                  return static_cast<SharedCrew*>(self)->has_task_(worker);
                }} {
    api_.retain(api_.self);
  }
  ~SharedCrew() override {
    stop();
    api_.release(api_.self);
  }
  SharedCrew(const SharedCrew&) = delete;
  SharedCrew& operator=(const SharedCrew&) = delete;

  void start() override {
    if (handle_ != nullptr) return;
    handle_ = api_.join(api_.self, &client_);
    if (handle_ == nullptr) {
      throw Error(ErrorKind::kValue,
                  "the shared workers take no more pools: at most 64 use them at a time, and their "
                  "threads belong to the process that made them");
    }
  }
  bool started() const override { return handle_ != nullptr; }
  bool have_cpus(std::size_t threads) const override { return api_.have_cpus(api_.self, threads); }
  void wake(std::size_t count, std::size_t most, bool tasks_may_be_long) override {
    if (handle_ != nullptr) api_.wake(api_.self, handle_, count, most, tasks_may_be_long);
  }
  double waited_ns() const override { return api_.waited_ns(api_.self); }
  void stop() override {
    if (handle_ != nullptr) api_.leave(api_.self, std::exchange(handle_, nullptr));
  }

 private:
  const WorkersApi api_;
  const std::function<bool(std::size_t)> run_task_;
  const std::function<bool(std::size_t)> has_task_;
  const WorkersClient client_;
  void* handle_ = nullptr;  // the calling thread's
};

}  // namespace pp
