// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of BabyAI's levels, each with what its constructor gets.
#pragma once

#include "minigrid/babyai/go_to.h"
#include "minigrid/babyai/level_gen.h"
#include "minigrid/babyai/open.h"
#include "minigrid/babyai/pickup.h"
#include "minigrid/babyai/put_next.h"

namespace pp::minigrid {

// Calls add.operator()<Level>(id, set), where set(config) states what differs from the defaults.
template <class Add>
void each_babyai(Add&& add) {
  add.template operator()<BabyLevel<GoToRedBallGrey>>("BabyAI-GoToRedBallGrey-v0");
  add.template operator()<BabyLevel<GoToRedBall>>("BabyAI-GoToRedBall-v0");
  add.template operator()<BabyLevel<GoToRedBallNoDists>>("BabyAI-GoToRedBallNoDists-v0");
  add.template operator()<BabyLevel<GoToObj>>("BabyAI-GoToObj-v0");
  add.template operator()<BabyLevel<GoToObj>>("BabyAI-GoToObjS4-v0",
                                              [](auto& c) { c.room_size = 4; });
  add.template operator()<BabyLevel<GoToObj>>("BabyAI-GoToObjS6-v1",
                                              [](auto& c) { c.room_size = 6; });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocal-v0");
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS5N2-v0", [](auto& c) {
    c.room_size = 5;
    c.num_dists = 2;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS6N2-v0", [](auto& c) {
    c.room_size = 6;
    c.num_dists = 2;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS6N3-v0", [](auto& c) {
    c.room_size = 6;
    c.num_dists = 3;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS6N4-v0", [](auto& c) {
    c.room_size = 6;
    c.num_dists = 4;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS7N4-v0", [](auto& c) {
    c.room_size = 7;
    c.num_dists = 4;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS7N5-v0", [](auto& c) {
    c.room_size = 7;
    c.num_dists = 5;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N2-v0", [](auto& c) {
    c.room_size = 8;
    c.num_dists = 2;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N3-v0", [](auto& c) {
    c.room_size = 8;
    c.num_dists = 3;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N4-v0", [](auto& c) {
    c.room_size = 8;
    c.num_dists = 4;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N5-v0", [](auto& c) {
    c.room_size = 8;
    c.num_dists = 5;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N6-v0", [](auto& c) {
    c.room_size = 8;
    c.num_dists = 6;
  });
  add.template operator()<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N7-v0", [](auto& c) {
    c.room_size = 8;
    c.num_dists = 7;
  });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoTo-v0");
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToOpen-v0",
                                               [](auto& c) { c.doors_open = true; });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToObjMaze-v0", [](auto& c) {
    c.num_dists = 1;
    c.doors_open = false;
  });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeOpen-v0", [](auto& c) {
    c.num_dists = 1;
    c.doors_open = true;
  });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS4R2-v0", [](auto& c) {
    c.num_dists = 1;
    c.room_size = 4;
    c.num_rows = 2;
    c.num_cols = 2;
  });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS4-v0", [](auto& c) {
    c.num_dists = 1;
    c.room_size = 4;
  });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS5-v0", [](auto& c) {
    c.num_dists = 1;
    c.room_size = 5;
  });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS6-v0", [](auto& c) {
    c.num_dists = 1;
    c.room_size = 6;
  });
  add.template operator()<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS7-v0", [](auto& c) {
    c.num_dists = 1;
    c.room_size = 7;
  });
  add.template operator()<BabyLevel<GoToImpUnlock>>("BabyAI-GoToImpUnlock-v0");
  add.template operator()<BabyLevel<GoToSeq>>("BabyAI-GoToSeq-v0");
  add.template operator()<BabyLevel<GoToSeq>>("BabyAI-GoToSeqS5R2-v0", [](auto& c) {
    c.room_size = 5;
    c.num_rows = 2;
    c.num_cols = 2;
    c.num_dists = 4;
  });
  add.template operator()<BabyLevel<GoToRedBlueBall>>("BabyAI-GoToRedBlueBall-v0");
  add.template operator()<BabyLevel<BabyGoToDoor>>("BabyAI-GoToDoor-v0");
  add.template operator()<BabyLevel<GoToObjDoor>>("BabyAI-GoToObjDoor-v0");
  add.template operator()<BabyLevel<Open>>("BabyAI-Open-v0");
  add.template operator()<BabyLevel<OpenRedDoor>>("BabyAI-OpenRedDoor-v0");
  add.template operator()<BabyLevel<OpenDoor>>("BabyAI-OpenDoor-v0");
  add.template operator()<BabyLevel<OpenDoor>>("BabyAI-OpenDoorDebug-v0", [](auto& c) {
    c.debug = true;
    c.select_by = std::nullopt;
  });
  add.template operator()<BabyLevel<OpenDoor>>("BabyAI-OpenDoorColor-v0",
                                               [](auto& c) { c.select_by = "color"; });
  add.template operator()<BabyLevel<OpenDoor>>("BabyAI-OpenDoorLoc-v0",
                                               [](auto& c) { c.select_by = "loc"; });
  add.template operator()<BabyLevel<OpenTwoDoors>>("BabyAI-OpenTwoDoors-v0");
  add.template operator()<BabyLevel<OpenTwoDoors>>("BabyAI-OpenRedBlueDoors-v0", [](auto& c) {
    c.first_color = "red";
    c.second_color = "blue";
  });
  add.template operator()<BabyLevel<OpenTwoDoors>>("BabyAI-OpenRedBlueDoorsDebug-v0", [](auto& c) {
    c.first_color = "red";
    c.second_color = "blue";
    c.strict = true;
  });
  add.template operator()<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN2-v0",
                                                     [](auto& c) { c.num_doors = 2; });
  add.template operator()<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN4-v0",
                                                     [](auto& c) { c.num_doors = 4; });
  add.template operator()<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN2Debug-v0",
                                                     [](auto& c) {
                                                       c.debug = true;
                                                       c.num_doors = 2;
                                                     });
  add.template operator()<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN4Debug-v0",
                                                     [](auto& c) {
                                                       c.debug = true;
                                                       c.num_doors = 4;
                                                     });
  add.template operator()<BabyLevel<Pickup>>("BabyAI-Pickup-v0");
  add.template operator()<BabyLevel<UnblockPickup>>("BabyAI-UnblockPickup-v0");
  add.template operator()<BabyLevel<PickupLoc>>("BabyAI-PickupLoc-v0");
  add.template operator()<BabyLevel<PickupDist>>("BabyAI-PickupDist-v0");
  add.template operator()<BabyLevel<PickupDist>>("BabyAI-PickupDistDebug-v0",
                                                 [](auto& c) { c.debug = true; });
  add.template operator()<BabyLevel<PickupAbove>>("BabyAI-PickupAbove-v0");
  add.template operator()<BabyLevel<PutNextLocal>>("BabyAI-PutNextLocal-v0");
  add.template operator()<BabyLevel<PutNextLocal>>("BabyAI-PutNextLocalS5N3-v0", [](auto& c) {
    c.room_size = 5;
    c.num_objs = 3;
  });
  add.template operator()<BabyLevel<PutNextLocal>>("BabyAI-PutNextLocalS6N4-v0", [](auto& c) {
    c.room_size = 6;
    c.num_objs = 4;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS4N1-v0", [](auto& c) {
    c.room_size = 4;
    c.objs_per_room = 1;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS5N2-v0", [](auto& c) {
    c.room_size = 5;
    c.objs_per_room = 2;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS5N1-v0", [](auto& c) {
    c.room_size = 5;
    c.objs_per_room = 1;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS6N3-v0", [](auto& c) {
    c.room_size = 6;
    c.objs_per_room = 3;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS7N4-v0", [](auto& c) {
    c.room_size = 7;
    c.objs_per_room = 4;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS5N2Carrying-v0", [](auto& c) {
    c.room_size = 5;
    c.objs_per_room = 2;
    c.start_carrying = true;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS6N3Carrying-v0", [](auto& c) {
    c.room_size = 6;
    c.objs_per_room = 3;
    c.start_carrying = true;
  });
  add.template operator()<BabyLevel<PutNext>>("BabyAI-PutNextS7N4Carrying-v0", [](auto& c) {
    c.room_size = 7;
    c.objs_per_room = 4;
    c.start_carrying = true;
  });
  add.template operator()<BabyLevel<BabyUnlock>>("BabyAI-Unlock-v0");
  add.template operator()<BabyLevel<UnlockLocal>>("BabyAI-UnlockLocal-v0");
  add.template operator()<BabyLevel<UnlockLocal>>("BabyAI-UnlockLocalDist-v0",
                                                  [](auto& c) { c.distractors = true; });
  add.template operator()<BabyLevel<KeyInBox>>("BabyAI-KeyInBox-v0");
  add.template operator()<BabyLevel<BabyUnlockPickup>>("BabyAI-UnlockPickup-v0");
  add.template operator()<BabyLevel<BabyUnlockPickup>>("BabyAI-UnlockPickupDist-v0",
                                                       [](auto& c) { c.distractors = true; });
  add.template operator()<BabyLevel<BabyBlockedUnlockPickup>>("BabyAI-BlockedUnlockPickup-v0");
  add.template operator()<BabyLevel<UnlockToUnlock>>("BabyAI-UnlockToUnlock-v0");
  add.template operator()<BabyLevel<ActionObjDoor>>("BabyAI-ActionObjDoor-v0");
  add.template operator()<BabyLevel<FindObj>>("BabyAI-FindObjS5-v0");
  add.template operator()<BabyLevel<FindObj>>("BabyAI-FindObjS6-v0",
                                              [](auto& c) { c.room_size = 6; });
  add.template operator()<BabyLevel<FindObj>>("BabyAI-FindObjS7-v0",
                                              [](auto& c) { c.room_size = 7; });
  add.template operator()<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridor-v0");
  add.template operator()<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS3R1-v0", [](auto& c) {
    c.room_size = 3;
    c.num_rows = 1;
  });
  add.template operator()<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS3R2-v0", [](auto& c) {
    c.room_size = 3;
    c.num_rows = 2;
  });
  add.template operator()<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS3R3-v0", [](auto& c) {
    c.room_size = 3;
    c.num_rows = 3;
  });
  add.template operator()<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS4R3-v0", [](auto& c) {
    c.room_size = 4;
    c.num_rows = 3;
  });
  add.template operator()<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS5R3-v0", [](auto& c) {
    c.room_size = 5;
    c.num_rows = 3;
  });
  add.template operator()<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS6R3-v0", [](auto& c) {
    c.room_size = 6;
    c.num_rows = 3;
  });
  add.template operator()<BabyLevel<OneRoom>>("BabyAI-OneRoomS8-v0");
  add.template operator()<BabyLevel<OneRoom>>("BabyAI-OneRoomS12-v0",
                                              [](auto& c) { c.room_size = 12; });
  add.template operator()<BabyLevel<OneRoom>>("BabyAI-OneRoomS16-v0",
                                              [](auto& c) { c.room_size = 16; });
  add.template operator()<BabyLevel<OneRoom>>("BabyAI-OneRoomS20-v0",
                                              [](auto& c) { c.room_size = 20; });
  add.template operator()<BabyLevel<MoveTwoAcross>>("BabyAI-MoveTwoAcrossS5N2-v0", [](auto& c) {
    c.room_size = 5;
    c.objs_per_room = 2;
  });
  add.template operator()<BabyLevel<MoveTwoAcross>>("BabyAI-MoveTwoAcrossS8N9-v0", [](auto& c) {
    c.room_size = 8;
    c.objs_per_room = 9;
  });
  add.template operator()<BabyLevel<Synth>>("BabyAI-Synth-v0");
  add.template operator()<BabyLevel<Synth>>("BabyAI-SynthS5R2-v0", [](auto& c) {
    c.room_size = 5;
    c.num_rows = 2;
  });
  add.template operator()<BabyLevel<SynthLoc>>("BabyAI-SynthLoc-v0");
  add.template operator()<BabyLevel<SynthSeq>>("BabyAI-SynthSeq-v0");
  add.template operator()<BabyLevel<MiniBossLevel>>("BabyAI-MiniBossLevel-v0");
  add.template operator()<BabyLevel<BossLevel>>("BabyAI-BossLevel-v0");
  add.template operator()<BabyLevel<BossLevelNoUnlock>>("BabyAI-BossLevelNoUnlock-v0");
}

}  // namespace pp::minigrid
