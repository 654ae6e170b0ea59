import { Schema } from "effect"
import { streamEvent } from "../../platform/streamEvent.ts"
import { LifecycleRule } from "./Lifecycle.ts"

/** Days that are looked ahead when nobody says which. */
export const usualHorizons = [1, 7, 30, 90] as const

const horizons = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3_650 }))).check(Schema.isMinLength(1), Schema.isMaxLength(8))

/** Rules to try on what is in a bucket; nothing is changed. */
export const SimulateLifecycle = Schema.Struct({
  rules: Schema.Array(LifecycleRule).check(Schema.isMaxLength(1_000)),
  /** Days to look ahead; left out: 1, 7, 30 and 90. */
  horizons: Schema.optionalKey(horizons)
}).annotate({ identifier: "SimulateLifecycle" })

const Sum = Schema.Struct({ count: Schema.Int, bytes: Schema.Int }).annotate({ identifier: "LifecycleSum" })

/** What happens within a number of days. */
export const LifecycleEffects = Schema.Struct({
  days: Schema.Int,
  /** Current versions that are deleted; where versions are kept, they become old ones. */
  expired: Sum,
  /** Old versions that are deleted, old delete markers among them. */
  noncurrent: Sum,
  delete_markers: Schema.Int,
  /** Unfinished uploads; what their parts hold is not known. */
  uploads: Schema.Int,
  transitions: Sum,
  /** Bytes that are gone for good. */
  freed_bytes: Schema.Int
}).annotate({ identifier: "LifecycleEffects" })
export type LifecycleEffects = typeof LifecycleEffects.Type

export const lifecycleActs = ["expire_current", "expire_noncurrent", "remove_marker", "transition", "abort_upload"] as const

/** One of the first things that a rule does. */
export const LifecycleSample = Schema.Struct({
  key: Schema.String,
  version_id: Schema.NullOr(Schema.String),
  act: Schema.Literals(lifecycleActs),
  size_bytes: Schema.Int,
  /** In how many days: 1 is the next midnight UTC. */
  in_days: Schema.Int
}).annotate({ identifier: "LifecycleSample" })
export type LifecycleSample = typeof LifecycleSample.Type

export const SimulatedRule = Schema.Struct({
  /** The place of the rule among those that were sent. */
  index: Schema.Int,
  id: Schema.NullOr(Schema.String),
  /** What it does beside the others; what another rule does first is that one's. */
  effects: Schema.Array(LifecycleEffects),
  /** What it would do if it were the only rule. */
  alone: Schema.Array(LifecycleEffects),
  samples: Schema.Array(LifecycleSample)
}).annotate({ identifier: "SimulatedRule" })
export type SimulatedRule = typeof SimulatedRule.Type

export const LifecycleSimulation = Schema.Struct({
  simulated_at: Schema.String,
  versioning: Schema.Literals(["off", "enabled", "suspended"]),
  /** What was looked at: only what is below the prefixes of the rules. */
  scanned: Schema.Struct({
    prefixes: Schema.Array(Schema.String), objects: Schema.Int, noncurrent: Schema.Int, delete_markers: Schema.Int, uploads: Schema.Int, bytes: Schema.Int
  }).annotate({ identifier: "LifecycleScanned" }),
  /** All rules together, in the order of the days. */
  effects: Schema.Array(LifecycleEffects),
  /** The rules that are on. */
  rules: Schema.Array(SimulatedRule),
  /** Objects whose tags were asked for, and those whose tags were too many to ask for: they count as not meant. */
  tags: Schema.Struct({ read: Schema.Int, unread: Schema.Int }).annotate({ identifier: "LifecycleTagsRead" }),
  warnings: Schema.Array(Schema.String)
}).annotate({ identifier: "LifecycleSimulation" })
export type LifecycleSimulation = typeof LifecycleSimulation.Type

export const SimulationProgress = Schema.Struct({
  stage: Schema.Literals(["objects", "uploads"]),
  /** Versions, markers and uploads looked at until now. */
  processed: Schema.Int,
  /** What is known until now, all rules together. */
  effects: Schema.Array(LifecycleEffects)
}).annotate({ identifier: "SimulationProgress" })

export const SimulationEvent = Schema.Union([streamEvent("progress", SimulationProgress), streamEvent("result", LifecycleSimulation)])
export type SimulationEvent = typeof SimulationEvent.Type
