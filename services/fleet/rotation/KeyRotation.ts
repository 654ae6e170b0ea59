import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { type PlanKeyRotation, rotationParams, type StartKeyRotation } from "#domain/fleet/KeyRotation.ts"
import type { WorkPlan, WorkRun } from "#domain/platform/work/WorkRun.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { keyRotation } from "./keyRotationKind.ts"
import { oldKeyRemoval } from "./oldKeyRemovalKind.ts"

export class KeyRotation extends Context.Service<
  KeyRotation,
  {
    readonly plan: (input: PlanKeyRotation) => Effect.Effect<WorkPlan, PlanFailure>
    readonly start: (caller: Caller, input: StartKeyRotation) => Effect.Effect<WorkRun, PlanFailure>
    readonly removeOldKeys: (caller: Caller, runId: number) => Effect.Effect<WorkRun, PlanFailure>
  }
>()("stowage/services/fleet/rotation/KeyRotation") {
  static readonly layer = Layer.effect(
    KeyRotation,
    Effect.map(Work, (work) =>
      KeyRotation.of({
        plan: Effect.fn("KeyRotation.plan")((input: PlanKeyRotation) => work.plan(keyRotation, rotationParams(input))),
        start: Effect.fn("KeyRotation.start")((caller: Caller, { plan_hash, ...input }: StartKeyRotation) =>
          work.start(caller, keyRotation, rotationParams(input), plan_hash ?? null)
        ),
        removeOldKeys: Effect.fn("KeyRotation.removeOldKeys")((caller: Caller, runId: number) =>
          work.start(caller, oldKeyRemoval, { run_id: runId }, null)
        )
      })
    )
  )
}
