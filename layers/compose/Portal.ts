import { Layer } from "effect"
import { PortalAccess } from "#services/iam/portal/PortalAccess.ts"
import { PortalExpiry } from "#services/iam/portal/PortalExpiry.ts"
import { PortalKeys } from "#services/iam/portal/PortalKeys.ts"
import { PortalRequests } from "#services/iam/portal/PortalRequests.ts"
import { PortalSpaces } from "#services/iam/portal/PortalSpaces.ts"
import { PortalUsage } from "#services/iam/portal/PortalUsage.ts"
import * as PortalKeyRecordsSql from "../sql/iam/PortalKeyRecordsSql.ts"
import * as PortalMemberRecordsSql from "../sql/iam/PortalMemberRecordsSql.ts"
import * as PortalRequestRecordsSql from "../sql/iam/PortalRequestRecordsSql.ts"
import * as PortalSettingsRecordsSql from "../sql/iam/PortalSettingsRecordsSql.ts"
import * as PortalSpaceRecordsSql from "../sql/iam/PortalSpaceRecordsSql.ts"

const records = Layer.mergeAll(
  PortalKeyRecordsSql.layer,
  PortalMemberRecordsSql.layer,
  PortalRequestRecordsSql.layer,
  PortalSettingsRecordsSql.layer,
  PortalSpaceRecordsSql.layer
)

export const Portal = Layer.mergeAll(
  PortalKeys.layer,
  PortalRequests.layer,
  PortalExpiry.layer,
  PortalUsage.layer
).pipe(Layer.provideMerge(PortalSpaces.layer), Layer.provideMerge(PortalAccess.layer), Layer.provideMerge(records))
