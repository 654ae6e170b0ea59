import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { UsageHistoryReport } from "#domain/usage/Statistics.ts"
import { access, RequiredAccess } from "../Access.ts"

export class InternalUsageHistoryGroup extends HttpApiGroup.make("internalUsageHistory")
  .add(
    HttpApiEndpoint.post("collect", "/usage-history/collect", { success: UsageHistoryReport }).annotate(
      RequiredAccess,
      access.internal
    )
  )
  .prefix("/api/internal") {}
