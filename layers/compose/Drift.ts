import { Layer } from "effect"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { DriftRepairs } from "#services/fleet/drift/DriftRepairs.ts"
import { DriftWatchShared } from "#streams/drift/DriftWatchShared.ts"
import * as DriftRecordsSql from "../sql/fleet/DriftRecordsSql.ts"

export const Drift = DriftRepairs.layer.pipe(
  Layer.provideMerge(Layer.merge(DriftChecks.layer, DriftWatchShared)),
  Layer.provideMerge(DriftRecordsSql.layer)
)
