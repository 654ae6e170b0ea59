import { Layer } from "effect"
import { CopyChecks } from "#services/fleet/CopyChecks.ts"
import * as CopyCheckRecordsSql from "../sql/fleet/CopyCheckRecordsSql.ts"

export const Advice = CopyChecks.layer.pipe(Layer.provide(CopyCheckRecordsSql.layer))
