import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { LifecycleRule } from "./Lifecycle.ts"

export const usualHorizons = [1, 7, 30, 90] as const

const horizons = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(8)
)

export const SimulateLifecycle = Schema.Struct({
  rules: Schema.Array(LifecycleRule).check(Schema.isMaxLength(1_000)),
  horizons: Schema.optionalKey(horizons)
}).annotate({ identifier: "SimulateLifecycle" })

const Sum = Schema.Struct({ count: Schema.Int, bytes: Schema.Int }).annotate({ identifier: "LifecycleSum" })

export const LifecycleEffects = Schema.Struct({
  days: Schema.Int,
  expired: Sum,
  noncurrent: Sum,
  delete_markers: Schema.Int,
  uploads: Schema.Int,
  transitions: Sum,
  freed_bytes: Schema.Int
}).annotate({ identifier: "LifecycleEffects" })
export type LifecycleEffects = typeof LifecycleEffects.Type

export const lifecycleActs = [
  "expire_current",
  "expire_noncurrent",
  "remove_marker",
  "transition",
  "abort_upload"
] as const

export const LifecycleSample = Schema.Struct({
  key: Schema.String,
  version_id: Schema.NullOr(Schema.String),
  act: Schema.Literals(lifecycleActs),
  size_bytes: Schema.Int,
  in_days: Schema.Int
}).annotate({ identifier: "LifecycleSample" })
export type LifecycleSample = typeof LifecycleSample.Type

export const SimulatedRule = Schema.Struct({
  index: Schema.Int,
  id: Schema.NullOr(Schema.String),
  effects: Schema.Array(LifecycleEffects),
  alone: Schema.Array(LifecycleEffects),
  samples: Schema.Array(LifecycleSample)
}).annotate({ identifier: "SimulatedRule" })
export type SimulatedRule = typeof SimulatedRule.Type

export const LifecycleSimulation = Schema.Struct({
  simulated_at: Schema.String,
  versioning: Schema.Literals(["off", "enabled", "suspended"]),
  scanned: Schema.Struct({
    prefixes: Schema.Array(Schema.String),
    objects: Schema.Int,
    noncurrent: Schema.Int,
    delete_markers: Schema.Int,
    uploads: Schema.Int,
    bytes: Schema.Int
  }).annotate({ identifier: "LifecycleScanned" }),
  effects: Schema.Array(LifecycleEffects),
  rules: Schema.Array(SimulatedRule),
  tags: Schema.Struct({ read: Schema.Int, unread: Schema.Int }).annotate({ identifier: "LifecycleTagsRead" }),
  warnings: Schema.Array(Schema.String)
}).annotate({ identifier: "LifecycleSimulation" })
export type LifecycleSimulation = typeof LifecycleSimulation.Type

export const SimulationProgress = Schema.Struct({
  stage: Schema.Literals(["objects", "uploads"]),
  processed: Schema.Int,
  effects: Schema.Array(LifecycleEffects)
}).annotate({ identifier: "SimulationProgress" })

export const SimulationEvent = Schema.Union([
  streamEvent("progress", SimulationProgress),
  streamEvent("result", LifecycleSimulation)
])
export type SimulationEvent = typeof SimulationEvent.Type
