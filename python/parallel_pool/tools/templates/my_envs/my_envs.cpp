// The ids of this module. A new environment is a header, and a line here.
#include <parallel_pool/bind.h>

#include "corridor.h"

NB_MODULE(my_envs_native, m) {
  pp::bind_env<my_envs::Corridor>(m, {.id = "Corridor-v0", .max_episode_steps = 100});
}
