import { Layer } from "effect"
import { PrivateAccesses } from "#services/iam/privateaccess/PrivateAccesses.ts"
import { PrivateAccessRuns } from "#services/iam/privateaccess/PrivateAccessRuns.ts"
import * as PrivateAccessRecordsSql from "../sql/iam/PrivateAccessRecordsSql.ts"

export const PrivateAccess = PrivateAccesses.layer.pipe(
  Layer.provideMerge(PrivateAccessRuns.layer),
  Layer.provideMerge(PrivateAccessRecordsSql.layer)
)
