import { Layer } from "effect"
import { PortalAccess } from "#services/iam/portal/PortalAccess.ts"
import { PortalKeys } from "#services/iam/portal/PortalKeys.ts"
import { PortalSpaces } from "#services/iam/portal/PortalSpaces.ts"
import * as PortalKeyRecordsSql from "../sql/iam/PortalKeyRecordsSql.ts"
import * as PortalMemberRecordsSql from "../sql/iam/PortalMemberRecordsSql.ts"
import * as PortalSettingsRecordsSql from "../sql/iam/PortalSettingsRecordsSql.ts"
import * as PortalSpaceRecordsSql from "../sql/iam/PortalSpaceRecordsSql.ts"

const records = Layer.mergeAll(
  PortalKeyRecordsSql.layer,
  PortalMemberRecordsSql.layer,
  PortalSettingsRecordsSql.layer,
  PortalSpaceRecordsSql.layer
)

export const Portal = Layer.merge(PortalKeys.layer, PortalSpaces.layer).pipe(
  Layer.provideMerge(PortalAccess.layer),
  Layer.provideMerge(records)
)
