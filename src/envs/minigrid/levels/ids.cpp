// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of MiniGrid's levels, each with what its constructor gets.
#include "minigrid/level_type.h"
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

void add_minigrid(Adder adder) {
  adder.add<BlockedUnlockPickup>("MiniGrid-BlockedUnlockPickup-v0");
  adder.add<Crossing>("MiniGrid-LavaCrossingS9N1-v0", {{"size", 9}, {"num_crossings", 1}});
  adder.add<Crossing>("MiniGrid-LavaCrossingS9N2-v0", {{"size", 9}, {"num_crossings", 2}});
  adder.add<Crossing>("MiniGrid-LavaCrossingS9N3-v0", {{"size", 9}, {"num_crossings", 3}});
  adder.add<Crossing>("MiniGrid-LavaCrossingS11N5-v0", {{"size", 11}, {"num_crossings", 5}});
  adder.add<Crossing>("MiniGrid-SimpleCrossingS9N1-v0",
                      {{"size", 9}, {"num_crossings", 1}, {"obstacle_type", "wall"}});
  adder.add<Crossing>("MiniGrid-SimpleCrossingS9N2-v0",
                      {{"size", 9}, {"num_crossings", 2}, {"obstacle_type", "wall"}});
  adder.add<Crossing>("MiniGrid-SimpleCrossingS9N3-v0",
                      {{"size", 9}, {"num_crossings", 3}, {"obstacle_type", "wall"}});
  adder.add<Crossing>("MiniGrid-SimpleCrossingS11N5-v0",
                      {{"size", 11}, {"num_crossings", 5}, {"obstacle_type", "wall"}});
  adder.add<DistShift>("MiniGrid-DistShift1-v0", {{"strip2_row", 2}});
  adder.add<DistShift>("MiniGrid-DistShift2-v0", {{"strip2_row", 5}});
  adder.add<DoorKey>("MiniGrid-DoorKey-5x5-v0", {{"size", 5}});
  adder.add<DoorKey>("MiniGrid-DoorKey-6x6-v0", {{"size", 6}});
  adder.add<DoorKey>("MiniGrid-DoorKey-8x8-v0", {{"size", 8}});
  adder.add<DoorKey>("MiniGrid-DoorKey-16x16-v0", {{"size", 16}});
  adder.add<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-5x5-v0",
                              {{"size", 5}, {"n_obstacles", 2}});
  adder.add<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-Random-5x5-v0",
                              {{"size", 5}, {"agent_start_pos", std::nullopt}, {"n_obstacles", 2}});
  adder.add<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-6x6-v0",
                              {{"size", 6}, {"n_obstacles", 3}});
  adder.add<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-Random-6x6-v0",
                              {{"size", 6}, {"agent_start_pos", std::nullopt}, {"n_obstacles", 3}});
  adder.add<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-8x8-v0");
  adder.add<DynamicObstacles>("MiniGrid-Dynamic-Obstacles-16x16-v0",
                              {{"size", 16}, {"n_obstacles", 8}});
  adder.add<Empty>("MiniGrid-Empty-5x5-v0", {{"size", 5}});
  adder.add<Empty>("MiniGrid-Empty-Random-5x5-v0",
                   {{"size", 5}, {"agent_start_pos", std::nullopt}});
  adder.add<Empty>("MiniGrid-Empty-6x6-v0", {{"size", 6}});
  adder.add<Empty>("MiniGrid-Empty-Random-6x6-v0",
                   {{"size", 6}, {"agent_start_pos", std::nullopt}});
  adder.add<Empty>("MiniGrid-Empty-8x8-v0");
  adder.add<Empty>("MiniGrid-Empty-16x16-v0", {{"size", 16}});
  adder.add<Fetch>("MiniGrid-Fetch-5x5-N2-v0", {{"size", 5}, {"numObjs", 2}});
  adder.add<Fetch>("MiniGrid-Fetch-6x6-N2-v0", {{"size", 6}, {"numObjs", 2}});
  adder.add<Fetch>("MiniGrid-Fetch-8x8-N3-v0");
  adder.add<FourRooms>("MiniGrid-FourRooms-v0");
  adder.add<GoToDoor>("MiniGrid-GoToDoor-5x5-v0");
  adder.add<GoToDoor>("MiniGrid-GoToDoor-6x6-v0", {{"size", 6}});
  adder.add<GoToDoor>("MiniGrid-GoToDoor-8x8-v0", {{"size", 8}});
  adder.add<GoToObject>("MiniGrid-GoToObject-6x6-N2-v0");
  adder.add<GoToObject>("MiniGrid-GoToObject-8x8-N2-v0", {{"size", 8}, {"numObjs", 2}});
  adder.add<KeyCorridor>("MiniGrid-KeyCorridorS3R1-v0", {{"room_size", 3}, {"num_rows", 1}});
  adder.add<KeyCorridor>("MiniGrid-KeyCorridorS3R2-v0", {{"room_size", 3}, {"num_rows", 2}});
  adder.add<KeyCorridor>("MiniGrid-KeyCorridorS3R3-v0", {{"room_size", 3}, {"num_rows", 3}});
  adder.add<KeyCorridor>("MiniGrid-KeyCorridorS4R3-v0", {{"room_size", 4}, {"num_rows", 3}});
  adder.add<KeyCorridor>("MiniGrid-KeyCorridorS5R3-v0", {{"room_size", 5}, {"num_rows", 3}});
  adder.add<KeyCorridor>("MiniGrid-KeyCorridorS6R3-v0", {{"room_size", 6}, {"num_rows", 3}});
  adder.add<LavaGap>("MiniGrid-LavaGapS5-v0", {{"size", 5}});
  adder.add<LavaGap>("MiniGrid-LavaGapS6-v0", {{"size", 6}});
  adder.add<LavaGap>("MiniGrid-LavaGapS7-v0", {{"size", 7}});
  adder.add<LockedRoom>("MiniGrid-LockedRoom-v0");
  adder.add<Memory>("MiniGrid-MemoryS17Random-v0", {{"size", 17}, {"random_length", true}});
  adder.add<Memory>("MiniGrid-MemoryS13Random-v0", {{"size", 13}, {"random_length", true}});
  adder.add<Memory>("MiniGrid-MemoryS13-v0", {{"size", 13}});
  adder.add<Memory>("MiniGrid-MemoryS11-v0", {{"size", 11}});
  adder.add<Memory>("MiniGrid-MemoryS9-v0", {{"size", 9}});
  adder.add<Memory>("MiniGrid-MemoryS7-v0", {{"size", 7}});
  adder.add<MultiRoom>("MiniGrid-MultiRoom-N2-S4-v0",
                       {{"minNumRooms", 2}, {"maxNumRooms", 2}, {"maxRoomSize", 4}});
  adder.add<MultiRoom>("MiniGrid-MultiRoom-N4-S5-v0",
                       {{"minNumRooms", 6}, {"maxNumRooms", 6}, {"maxRoomSize", 5}});
  adder.add<MultiRoom>("MiniGrid-MultiRoom-N4-S5-v1",
                       {{"minNumRooms", 4}, {"maxNumRooms", 4}, {"maxRoomSize", 5}});
  adder.add<MultiRoom>("MiniGrid-MultiRoom-N6-v0", {{"minNumRooms", 6}, {"maxNumRooms", 6}});
  adder.add<ObstructedMazeDoor>("MiniGrid-ObstructedMaze-1Dl-v0",
                                {{"key_in_box", false}, {"blocked", false}});
  adder.add<ObstructedMazeDoor>("MiniGrid-ObstructedMaze-1Dlh-v0",
                                {{"key_in_box", true}, {"blocked", false}});
  adder.add<ObstructedMazeDoor>("MiniGrid-ObstructedMaze-1Dlhb-v0");
  adder.add<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Dl-v0",
                                       {{"agent_room", std::array{2, 1}},
                                        {"key_in_box", false},
                                        {"blocked", false},
                                        {"num_quarters", 1},
                                        {"num_rooms_visited", 4}});
  adder.add<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Dlh-v0",
                                       {{"agent_room", std::array{2, 1}},
                                        {"key_in_box", true},
                                        {"blocked", false},
                                        {"num_quarters", 1},
                                        {"num_rooms_visited", 4}});
  adder.add<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Dlhb-v0",
                                       {{"agent_room", std::array{2, 1}},
                                        {"key_in_box", true},
                                        {"blocked", true},
                                        {"num_quarters", 1},
                                        {"num_rooms_visited", 4}});
  adder.add<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-1Q-v0",
                                       {{"agent_room", std::array{1, 1}},
                                        {"key_in_box", true},
                                        {"blocked", true},
                                        {"num_quarters", 1},
                                        {"num_rooms_visited", 5}});
  adder.add<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-2Q-v0",
                                       {{"agent_room", std::array{2, 1}},
                                        {"key_in_box", true},
                                        {"blocked", true},
                                        {"num_quarters", 2},
                                        {"num_rooms_visited", 11}});
  adder.add<ObstructedMazeFull<false>>("MiniGrid-ObstructedMaze-Full-v0");
  adder.add<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-2Dlhb-v1",
                                      {{"agent_room", std::array{2, 1}},
                                       {"key_in_box", true},
                                       {"blocked", true},
                                       {"num_quarters", 1},
                                       {"num_rooms_visited", 4}});
  adder.add<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-1Q-v1",
                                      {{"agent_room", std::array{1, 1}},
                                       {"key_in_box", true},
                                       {"blocked", true},
                                       {"num_quarters", 1},
                                       {"num_rooms_visited", 5}});
  adder.add<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-2Q-v1",
                                      {{"agent_room", std::array{2, 1}},
                                       {"key_in_box", true},
                                       {"blocked", true},
                                       {"num_quarters", 2},
                                       {"num_rooms_visited", 11}});
  adder.add<ObstructedMazeFull<true>>("MiniGrid-ObstructedMaze-Full-v1");
  adder.add<Playground>("MiniGrid-Playground-v0");
  adder.add<PutNear>("MiniGrid-PutNear-6x6-N2-v0");
  adder.add<PutNear>("MiniGrid-PutNear-8x8-N3-v0", {{"size", 8}, {"numObjs", 3}});
  adder.add<RedBlueDoors>("MiniGrid-RedBlueDoors-6x6-v0", {{"size", 6}});
  adder.add<RedBlueDoors>("MiniGrid-RedBlueDoors-8x8-v0");
  adder.add<Unlock>("MiniGrid-Unlock-v0");
  adder.add<UnlockPickup>("MiniGrid-UnlockPickup-v0");
}

}  // namespace pp::minigrid
