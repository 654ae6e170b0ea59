import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { statsQuery, StatsStorage, StatsSummary, StatsTraffic } from "#domain/usage/Statistics.ts"
import { access, RequiredAccess } from "../Access.ts"

export class StatsGroup extends HttpApiGroup.make("adminStats")
  .add(
    HttpApiEndpoint.get("summary", "/stats/summary", { success: StatsSummary }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("storage", "/stats/storage", { query: statsQuery, success: StatsStorage }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    ),
    HttpApiEndpoint.get("traffic", "/stats/traffic", { query: statsQuery, success: StatsTraffic }).annotate(
      RequiredAccess,
      access.admin("admin.read")
    )
  )
  .prefix("/api/admin") {}
