import { Layer } from "effect"
import { CopyChecks } from "#services/fleet/CopyChecks.ts"
import { ExposureChecks } from "#services/fleet/ExposureChecks.ts"
import * as CopyCheckRecordsSql from "../sql/fleet/CopyCheckRecordsSql.ts"
import * as ExposureRecordsSql from "../sql/fleet/ExposureRecordsSql.ts"

export const Advice = Layer.merge(
  CopyChecks.layer.pipe(Layer.provide(CopyCheckRecordsSql.layer)),
  ExposureChecks.layer.pipe(Layer.provideMerge(ExposureRecordsSql.layer))
)
