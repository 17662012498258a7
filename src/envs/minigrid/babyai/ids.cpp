// SPDX-FileCopyrightText: 2026 The parallel_pool authors
// SPDX-License-Identifier: MIT
// The ids of BabyAI's levels, each with what its constructor gets.
#include "minigrid/babyai/go_to.h"
#include "minigrid/babyai/level_gen.h"
#include "minigrid/babyai/open.h"
#include "minigrid/babyai/pickup.h"
#include "minigrid/babyai/put_next.h"
#include "minigrid/level_type.h"

namespace pp::minigrid {

void add_babyai(Adder adder) {
  adder.add<BabyLevel<GoToRedBallGrey>>("BabyAI-GoToRedBallGrey-v0");
  adder.add<BabyLevel<GoToRedBall>>("BabyAI-GoToRedBall-v0");
  adder.add<BabyLevel<GoToRedBallNoDists>>("BabyAI-GoToRedBallNoDists-v0");
  adder.add<BabyLevel<GoToObj>>("BabyAI-GoToObj-v0");
  adder.add<BabyLevel<GoToObj>>("BabyAI-GoToObjS4-v0", {{"room_size", 4}});
  adder.add<BabyLevel<GoToObj>>("BabyAI-GoToObjS6-v1", {{"room_size", 6}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocal-v0");
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS5N2-v0", {{"room_size", 5}, {"num_dists", 2}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS6N2-v0", {{"room_size", 6}, {"num_dists", 2}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS6N3-v0", {{"room_size", 6}, {"num_dists", 3}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS6N4-v0", {{"room_size", 6}, {"num_dists", 4}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS7N4-v0", {{"room_size", 7}, {"num_dists", 4}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS7N5-v0", {{"room_size", 7}, {"num_dists", 5}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N2-v0", {{"room_size", 8}, {"num_dists", 2}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N3-v0", {{"room_size", 8}, {"num_dists", 3}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N4-v0", {{"room_size", 8}, {"num_dists", 4}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N5-v0", {{"room_size", 8}, {"num_dists", 5}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N6-v0", {{"room_size", 8}, {"num_dists", 6}});
  adder.add<BabyLevel<GoToLocal>>("BabyAI-GoToLocalS8N7-v0", {{"room_size", 8}, {"num_dists", 7}});
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoTo-v0");
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoToOpen-v0", {{"doors_open", true}});
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoToObjMaze-v0",
                                 {{"num_dists", 1}, {"doors_open", false}});
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeOpen-v0",
                                 {{"num_dists", 1}, {"doors_open", true}});
  adder.add<BabyLevel<GoToMaze>>(
      "BabyAI-GoToObjMazeS4R2-v0",
      {{"num_dists", 1}, {"room_size", 4}, {"num_rows", 2}, {"num_cols", 2}});
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS4-v0", {{"num_dists", 1}, {"room_size", 4}});
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS5-v0", {{"num_dists", 1}, {"room_size", 5}});
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS6-v0", {{"num_dists", 1}, {"room_size", 6}});
  adder.add<BabyLevel<GoToMaze>>("BabyAI-GoToObjMazeS7-v0", {{"num_dists", 1}, {"room_size", 7}});
  adder.add<BabyLevel<GoToImpUnlock>>("BabyAI-GoToImpUnlock-v0");
  adder.add<BabyLevel<GoToSeq>>("BabyAI-GoToSeq-v0");
  adder.add<BabyLevel<GoToSeq>>(
      "BabyAI-GoToSeqS5R2-v0",
      {{"room_size", 5}, {"num_rows", 2}, {"num_cols", 2}, {"num_dists", 4}});
  adder.add<BabyLevel<GoToRedBlueBall>>("BabyAI-GoToRedBlueBall-v0");
  adder.add<BabyLevel<BabyGoToDoor>>("BabyAI-GoToDoor-v0");
  adder.add<BabyLevel<GoToObjDoor>>("BabyAI-GoToObjDoor-v0");
  adder.add<BabyLevel<Open>>("BabyAI-Open-v0");
  adder.add<BabyLevel<OpenRedDoor>>("BabyAI-OpenRedDoor-v0");
  adder.add<BabyLevel<OpenDoor>>("BabyAI-OpenDoor-v0");
  adder.add<BabyLevel<OpenDoor>>("BabyAI-OpenDoorDebug-v0",
                                 {{"debug", true}, {"select_by", std::nullopt}});
  adder.add<BabyLevel<OpenDoor>>("BabyAI-OpenDoorColor-v0", {{"select_by", "color"}});
  adder.add<BabyLevel<OpenDoor>>("BabyAI-OpenDoorLoc-v0", {{"select_by", "loc"}});
  adder.add<BabyLevel<OpenTwoDoors>>("BabyAI-OpenTwoDoors-v0");
  adder.add<BabyLevel<OpenTwoDoors>>("BabyAI-OpenRedBlueDoors-v0",
                                     {{"first_color", "red"}, {"second_color", "blue"}});
  adder.add<BabyLevel<OpenTwoDoors>>(
      "BabyAI-OpenRedBlueDoorsDebug-v0",
      {{"first_color", "red"}, {"second_color", "blue"}, {"strict", true}});
  adder.add<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN2-v0", {{"num_doors", 2}});
  adder.add<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN4-v0", {{"num_doors", 4}});
  adder.add<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN2Debug-v0",
                                       {{"debug", true}, {"num_doors", 2}});
  adder.add<BabyLevel<OpenDoorsOrder>>("BabyAI-OpenDoorsOrderN4Debug-v0",
                                       {{"debug", true}, {"num_doors", 4}});
  adder.add<BabyLevel<Pickup>>("BabyAI-Pickup-v0");
  adder.add<BabyLevel<UnblockPickup>>("BabyAI-UnblockPickup-v0");
  adder.add<BabyLevel<PickupLoc>>("BabyAI-PickupLoc-v0");
  adder.add<BabyLevel<PickupDist>>("BabyAI-PickupDist-v0");
  adder.add<BabyLevel<PickupDist>>("BabyAI-PickupDistDebug-v0", {{"debug", true}});
  adder.add<BabyLevel<PickupAbove>>("BabyAI-PickupAbove-v0");
  adder.add<BabyLevel<PutNextLocal>>("BabyAI-PutNextLocal-v0");
  adder.add<BabyLevel<PutNextLocal>>("BabyAI-PutNextLocalS5N3-v0",
                                     {{"room_size", 5}, {"num_objs", 3}});
  adder.add<BabyLevel<PutNextLocal>>("BabyAI-PutNextLocalS6N4-v0",
                                     {{"room_size", 6}, {"num_objs", 4}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS4N1-v0", {{"room_size", 4}, {"objs_per_room", 1}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS5N2-v0", {{"room_size", 5}, {"objs_per_room", 2}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS5N1-v0", {{"room_size", 5}, {"objs_per_room", 1}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS6N3-v0", {{"room_size", 6}, {"objs_per_room", 3}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS7N4-v0", {{"room_size", 7}, {"objs_per_room", 4}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS5N2Carrying-v0",
                                {{"room_size", 5}, {"objs_per_room", 2}, {"start_carrying", true}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS6N3Carrying-v0",
                                {{"room_size", 6}, {"objs_per_room", 3}, {"start_carrying", true}});
  adder.add<BabyLevel<PutNext>>("BabyAI-PutNextS7N4Carrying-v0",
                                {{"room_size", 7}, {"objs_per_room", 4}, {"start_carrying", true}});
  adder.add<BabyLevel<BabyUnlock>>("BabyAI-Unlock-v0");
  adder.add<BabyLevel<UnlockLocal>>("BabyAI-UnlockLocal-v0");
  adder.add<BabyLevel<UnlockLocal>>("BabyAI-UnlockLocalDist-v0", {{"distractors", true}});
  adder.add<BabyLevel<KeyInBox>>("BabyAI-KeyInBox-v0");
  adder.add<BabyLevel<BabyUnlockPickup>>("BabyAI-UnlockPickup-v0");
  adder.add<BabyLevel<BabyUnlockPickup>>("BabyAI-UnlockPickupDist-v0", {{"distractors", true}});
  adder.add<BabyLevel<BabyBlockedUnlockPickup>>("BabyAI-BlockedUnlockPickup-v0");
  adder.add<BabyLevel<UnlockToUnlock>>("BabyAI-UnlockToUnlock-v0");
  adder.add<BabyLevel<ActionObjDoor>>("BabyAI-ActionObjDoor-v0");
  adder.add<BabyLevel<FindObj>>("BabyAI-FindObjS5-v0");
  adder.add<BabyLevel<FindObj>>("BabyAI-FindObjS6-v0", {{"room_size", 6}});
  adder.add<BabyLevel<FindObj>>("BabyAI-FindObjS7-v0", {{"room_size", 7}});
  adder.add<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridor-v0");
  adder.add<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS3R1-v0",
                                        {{"room_size", 3}, {"num_rows", 1}});
  adder.add<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS3R2-v0",
                                        {{"room_size", 3}, {"num_rows", 2}});
  adder.add<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS3R3-v0",
                                        {{"room_size", 3}, {"num_rows", 3}});
  adder.add<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS4R3-v0",
                                        {{"room_size", 4}, {"num_rows", 3}});
  adder.add<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS5R3-v0",
                                        {{"room_size", 5}, {"num_rows", 3}});
  adder.add<BabyLevel<BabyKeyCorridor>>("BabyAI-KeyCorridorS6R3-v0",
                                        {{"room_size", 6}, {"num_rows", 3}});
  adder.add<BabyLevel<OneRoom>>("BabyAI-OneRoomS8-v0");
  adder.add<BabyLevel<OneRoom>>("BabyAI-OneRoomS12-v0", {{"room_size", 12}});
  adder.add<BabyLevel<OneRoom>>("BabyAI-OneRoomS16-v0", {{"room_size", 16}});
  adder.add<BabyLevel<OneRoom>>("BabyAI-OneRoomS20-v0", {{"room_size", 20}});
  adder.add<BabyLevel<MoveTwoAcross>>("BabyAI-MoveTwoAcrossS5N2-v0",
                                      {{"room_size", 5}, {"objs_per_room", 2}});
  adder.add<BabyLevel<MoveTwoAcross>>("BabyAI-MoveTwoAcrossS8N9-v0",
                                      {{"room_size", 8}, {"objs_per_room", 9}});
  adder.add<BabyLevel<Synth>>("BabyAI-Synth-v0");
  adder.add<BabyLevel<Synth>>("BabyAI-SynthS5R2-v0", {{"room_size", 5}, {"num_rows", 2}});
  adder.add<BabyLevel<SynthLoc>>("BabyAI-SynthLoc-v0");
  adder.add<BabyLevel<SynthSeq>>("BabyAI-SynthSeq-v0");
  adder.add<BabyLevel<MiniBossLevel>>("BabyAI-MiniBossLevel-v0");
  adder.add<BabyLevel<BossLevel>>("BabyAI-BossLevel-v0");
  adder.add<BabyLevel<BossLevelNoUnlock>>("BabyAI-BossLevelNoUnlock-v0");
}

}  // namespace pp::minigrid
