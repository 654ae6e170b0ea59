import { Layer } from "effect"
import { DriftChecks } from "#services/fleet/drift/DriftChecks.ts"
import { DriftRepairs } from "#services/fleet/drift/DriftRepairs.ts"
import { DriftUpdatesShared } from "#streams/drift/DriftUpdatesShared.ts"
import * as DriftRecordsSql from "../sql/fleet/DriftRecordsSql.ts"

export const Drift = DriftRepairs.layer.pipe(
  Layer.provideMerge(Layer.merge(DriftChecks.layer, DriftUpdatesShared)),
  Layer.provideMerge(DriftRecordsSql.layer)
)
