// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of MiniGrid's levels, each with what its constructor gets.
#pragma once

#include "minigrid/levels/crossing.h"
#include "minigrid/levels/door_key.h"
#include "minigrid/levels/empty.h"
#include "minigrid/levels/memory.h"
#include "minigrid/levels/multi_room.h"
#include "minigrid/levels/objects.h"
#include "minigrid/levels/obstructed_maze.h"
#include "minigrid/levels/room_tasks.h"
#include "minigrid/levels/rooms.h"

namespace pp::minigrid {

// Calls add.operator()<Level>(id, set), where set(config) states what differs from the defaults.
template <class Add>
void each_minigrid(Add&& add) {
  add.template operator()<BlockedUnlockPickup>("MiniGrid-BlockedUnlockPickup-v0");
  add.template operator()<Crossing>("MiniGrid-LavaCrossingS9N1-v0", [](auto& c) {
    c.size = 9;
    c.num_crossings = 1;
  });
  add.template operator()<Crossing>("MiniGrid-LavaCrossingS9N2-v0", [](auto& c) {
    c.size = 9;
    c.num_crossings = 2;
  });
  add.template operator()<Crossing>("MiniGrid-LavaCrossingS9N3-v0", [](auto& c) {
    c.size = 9;
    c.num_crossings = 3;
  });
  add.template operator()<Crossing>("MiniGrid-LavaCrossingS11N5-v0", [](auto& c) {
    c.size = 11;
    c.num_crossings = 5;
  });
  add.template operator()<Crossing>("MiniGrid-SimpleCrossingS9N1-v0", [](auto& c) {
    c.size = 9;
    c.num_crossings = 1;
    c.obstacle_type = "wall";
  });
  add.template operator()<Crossing>("MiniGrid-SimpleCrossingS9N2-v0", [](auto& c) {
    c.size = 9;
    c.num_crossings = 2;
    c.obstacle_type = "wall";
  });
  add.template operator()<Crossing>("MiniGrid-SimpleCrossingS9N3-v0", [](auto& c) {
    c.size = 9;
    c.num_crossings = 3;
    c.obstacle_type = "wall";
  });
  add.template operator()<Crossing>("MiniGrid-SimpleCrossingS11N5-v0", [](auto& c) {
    c.size = 11;
    c.num_crossings = 5;
    c.obstacle_type = "wall";
  });
  add.template operator()<DistShift>("MiniGrid-DistShift1-v0", [](auto& c) { c.strip2_row = 2; });
  add.template operator()<DistShift>("MiniGrid-DistShift2-v0", [](auto& c) { c.strip2_row = 5; });
  add.template operator()<DoorKey>("MiniGrid-DoorKey-5x5-v0", [](auto& c) { c.size = 5; });
  add.template operator()<DoorKey>("MiniGrid-DoorKey-6x6-v0", [](auto& c) { c.size = 6; });
  add.template operator()<DoorKey>("MiniGrid-DoorKey-8x8-v0", [](auto& c) { c.size = 8; });
  add.template operator()<DoorKey>("MiniGrid-DoorKey-16x16-v0", [](auto& c) { c.size = 16; });
  add.template operator()<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-5x5-v0", [](auto& c) {
    c.size = 5;
    c.n_obstacles = 2;
  });
  add.template operator()<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-Random-5x5-v0",
                                            [](auto& c) {
                                              c.size = 5;
                                              c.agent_start_pos = std::nullopt;
                                              c.n_obstacles = 2;
                                            });
  add.template operator()<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-6x6-v0", [](auto& c) {
    c.size = 6;
    c.n_obstacles = 3;
  });
  add.template operator()<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-Random-6x6-v0",
                                            [](auto& c) {
                                              c.size = 6;
                                              c.agent_start_pos = std::nullopt;
                                              c.n_obstacles = 3;
                                            });
  add.template operator()<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-8x8-v0");
  add.template operator()<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-16x16-v0", [](auto& c) {
    c.size = 16;
    c.n_obstacles = 8;
  });
  add.template operator()<Empty>("MiniGrid-Empty-5x5-v0", [](auto& c) { c.size = 5; });
  add.template operator()<Empty>("MiniGrid-Empty-Random-5x5-v0", [](auto& c) {
    c.size = 5;
    c.agent_start_pos = std::nullopt;
  });
  add.template operator()<Empty>("MiniGrid-Empty-6x6-v0", [](auto& c) { c.size = 6; });
  add.template operator()<Empty>("MiniGrid-Empty-Random-6x6-v0", [](auto& c) {
    c.size = 6;
    c.agent_start_pos = std::nullopt;
  });
  add.template operator()<Empty>("MiniGrid-Empty-8x8-v0");
  add.template operator()<Empty>("MiniGrid-Empty-16x16-v0", [](auto& c) { c.size = 16; });
  add.template operator()<Fetch>("MiniGrid-Fetch-5x5-N2-v0", [](auto& c) {
    c.size = 5;
    c.num_objs = 2;
  });
  add.template operator()<Fetch>("MiniGrid-Fetch-6x6-N2-v0", [](auto& c) {
    c.size = 6;
    c.num_objs = 2;
  });
  add.template operator()<Fetch>("MiniGrid-Fetch-8x8-N3-v0");
  add.template operator()<FourRooms>("MiniGrid-FourRooms-v0");
  add.template operator()<GoToDoor>("MiniGrid-GoToDoor-5x5-v0");
  add.template operator()<GoToDoor>("MiniGrid-GoToDoor-6x6-v0", [](auto& c) { c.size = 6; });
  add.template operator()<GoToDoor>("MiniGrid-GoToDoor-8x8-v0", [](auto& c) { c.size = 8; });
  add.template operator()<GoToObject>("MiniGrid-GoToObject-6x6-N2-v0");
  add.template operator()<GoToObject>("MiniGrid-GoToObject-8x8-N2-v0", [](auto& c) {
    c.size = 8;
    c.num_objs = 2;
  });
  add.template operator()<KeyCorridor>("MiniGrid-KeyCorridorS3R1-v0", [](auto& c) {
    c.room_size = 3;
    c.num_rows = 1;
  });
  add.template operator()<KeyCorridor>("MiniGrid-KeyCorridorS3R2-v0", [](auto& c) {
    c.room_size = 3;
    c.num_rows = 2;
  });
  add.template operator()<KeyCorridor>("MiniGrid-KeyCorridorS3R3-v0", [](auto& c) {
    c.room_size = 3;
    c.num_rows = 3;
  });
  add.template operator()<KeyCorridor>("MiniGrid-KeyCorridorS4R3-v0", [](auto& c) {
    c.room_size = 4;
    c.num_rows = 3;
  });
  add.template operator()<KeyCorridor>("MiniGrid-KeyCorridorS5R3-v0", [](auto& c) {
    c.room_size = 5;
    c.num_rows = 3;
  });
  add.template operator()<KeyCorridor>("MiniGrid-KeyCorridorS6R3-v0", [](auto& c) {
    c.room_size = 6;
    c.num_rows = 3;
  });
  add.template operator()<LavaGap>("MiniGrid-LavaGapS5-v0", [](auto& c) { c.size = 5; });
  add.template operator()<LavaGap>("MiniGrid-LavaGapS6-v0", [](auto& c) { c.size = 6; });
  add.template operator()<LavaGap>("MiniGrid-LavaGapS7-v0", [](auto& c) { c.size = 7; });
  add.template operator()<LockedRoom>("MiniGrid-LockedRoom-v0");
  add.template operator()<Memory>("MiniGrid-MemoryS17Random-v0", [](auto& c) {
    c.size = 17;
    c.random_length = true;
  });
  add.template operator()<Memory>("MiniGrid-MemoryS13Random-v0", [](auto& c) {
    c.size = 13;
    c.random_length = true;
  });
  add.template operator()<Memory>("MiniGrid-MemoryS13-v0", [](auto& c) { c.size = 13; });
  add.template operator()<Memory>("MiniGrid-MemoryS11-v0", [](auto& c) { c.size = 11; });
  add.template operator()<Memory>("MiniGrid-MemoryS9-v0", [](auto& c) { c.size = 9; });
  add.template operator()<Memory>("MiniGrid-MemoryS7-v0", [](auto& c) { c.size = 7; });
  add.template operator()<MultiRoom>("MiniGrid-MultiRoom-N2-S4-v0", [](auto& c) {
    c.min_num_rooms = 2;
    c.max_num_rooms = 2;
    c.max_room_size = 4;
  });
  add.template operator()<MultiRoom>("MiniGrid-MultiRoom-N4-S5-v0", [](auto& c) {
    c.min_num_rooms = 6;
    c.max_num_rooms = 6;
    c.max_room_size = 5;
  });
  add.template operator()<MultiRoom>("MiniGrid-MultiRoom-N4-S5-v1", [](auto& c) {
    c.min_num_rooms = 4;
    c.max_num_rooms = 4;
    c.max_room_size = 5;
  });
  add.template operator()<MultiRoom>("MiniGrid-MultiRoom-N6-v0", [](auto& c) {
    c.min_num_rooms = 6;
    c.max_num_rooms = 6;
  });
  add.template operator()<ObstructedMazeDoor>("MiniGrid-ObstructedMaze-1Dl-v0", [](auto& c) {
    c.key_in_box = false;
    c.blocked = false;
  });
  add.template operator()<ObstructedMazeDoor>("MiniGrid-ObstructedMaze-1Dlh-v0", [](auto& c) {
    c.key_in_box = true;
    c.blocked = false;
  });
  add.template operator()<ObstructedMazeDoor>("MiniGrid-ObstructedMaze-1Dlhb-v0");
  add.template operator()<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Dl-v0", [](auto& c) {
    c.agent_room = {2, 1};
    c.key_in_box = false;
    c.blocked = false;
    c.num_quarters = 1;
    c.num_rooms_visited = 4;
  });
  add.template operator()<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Dlh-v0",
                                                     [](auto& c) {
                                                       c.agent_room = {2, 1};
                                                       c.key_in_box = true;
                                                       c.blocked = false;
                                                       c.num_quarters = 1;
                                                       c.num_rooms_visited = 4;
                                                     });
  add.template operator()<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Dlhb-v0",
                                                     [](auto& c) {
                                                       c.agent_room = {2, 1};
                                                       c.key_in_box = true;
                                                       c.blocked = true;
                                                       c.num_quarters = 1;
                                                       c.num_rooms_visited = 4;
                                                     });
  add.template operator()<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-1Q-v0", [](auto& c) {
    c.agent_room = {1, 1};
    c.key_in_box = true;
    c.blocked = true;
    c.num_quarters = 1;
    c.num_rooms_visited = 5;
  });
  add.template operator()<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Q-v0", [](auto& c) {
    c.agent_room = {2, 1};
    c.key_in_box = true;
    c.blocked = true;
    c.num_quarters = 2;
    c.num_rooms_visited = 11;
  });
  add.template operator()<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-Full-v0");
  add.template operator()<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-2Dlhb-v1",
                                                    [](auto& c) {
                                                      c.agent_room = {2, 1};
                                                      c.key_in_box = true;
                                                      c.blocked = true;
                                                      c.num_quarters = 1;
                                                      c.num_rooms_visited = 4;
                                                    });
  add.template operator()<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-1Q-v1", [](auto& c) {
    c.agent_room = {1, 1};
    c.key_in_box = true;
    c.blocked = true;
    c.num_quarters = 1;
    c.num_rooms_visited = 5;
  });
  add.template operator()<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-2Q-v1", [](auto& c) {
    c.agent_room = {2, 1};
    c.key_in_box = true;
    c.blocked = true;
    c.num_quarters = 2;
    c.num_rooms_visited = 11;
  });
  add.template operator()<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-Full-v1");
  add.template operator()<Playground>("MiniGrid-Playground-v0");
  add.template operator()<PutNear>("MiniGrid-PutNear-6x6-N2-v0");
  add.template operator()<PutNear>("MiniGrid-PutNear-8x8-N3-v0", [](auto& c) {
    c.size = 8;
    c.num_objs = 3;
  });
  add.template operator()<RedBlueDoors>("MiniGrid-RedBlueDoors-6x6-v0",
                                        [](auto& c) { c.size = 6; });
  add.template operator()<RedBlueDoors>("MiniGrid-RedBlueDoors-8x8-v0");
  add.template operator()<Unlock>("MiniGrid-Unlock-v0");
  add.template operator()<UnlockPickup>("MiniGrid-UnlockPickup-v0");
}

}  // namespace pp::minigrid
