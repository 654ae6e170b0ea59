import { Layer } from "effect"
import { AdminPortalHandlers } from "./admin/Portal.ts"
import { PortalAccessKeysHandlers } from "./portal/AccessKeys.ts"
import { PortalAccessLogsHandlers } from "./portal/AccessLogs.ts"
import { PortalGrowthHandlers } from "./portal/Growth.ts"
import { PortalStateHandlers } from "./portal/Portal.ts"
import { PortalRequestsHandlers } from "./portal/Requests.ts"
import { PortalSpacesHandlers } from "./portal/Spaces.ts"
import { PortalStatusHandlers } from "./portal/Status.ts"

export const PortalHandlers = Layer.mergeAll(
  AdminPortalHandlers,
  PortalStateHandlers,
  PortalSpacesHandlers,
  PortalRequestsHandlers,
  PortalAccessKeysHandlers,
  PortalAccessLogsHandlers,
  PortalStatusHandlers,
  PortalGrowthHandlers
)
