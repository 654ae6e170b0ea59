import type { DirectoryKind, DirectorySort } from "#domain/accounts/EndpointDirectory.ts"
import type { SqlListing } from "../../../postgres/listing.ts"
import type { FilterSource } from "../../../postgres/query/filterSql.ts"

const percent = (used: string, limit: string) => `(case when ${limit} > 0 then 100.0 * ${used} / ${limit} end)::float8`

const measures = {
  max_buckets: "r.max_buckets",
  quota_max_size_bytes: "r.quota_max_size_bytes",
  quota_max_objects: "r.quota_max_objects",
  used_bytes: "r.used_bytes",
  object_count: "r.object_count",
  // RGW compares the size in whole blocks (S17)
  quota_usage_size_percent: percent("r.counted_bytes", "r.quota_max_size_bytes"),
  quota_usage_object_percent: percent("r.object_count", "r.quota_max_objects")
}

const columns: Readonly<Record<DirectoryKind, Readonly<Record<string, string>>>> = {
  account: { account_id: "r.id_ci", name: "lower(r.name)", email: "lower(r.email)", ...measures },
  user: {
    user_id: "r.id_ci",
    tenant: "lower(r.tenant)",
    display_name: "lower(r.name)",
    email: "lower(r.email)",
    account_id: "lower(r.account_id)",
    state: "r.state",
    ...measures
  }
}

const registered = {
  account: "(select a.id from rgw_accounts a where a.storage_endpoint_id = r.endpoint_id and a.rgw_account_id = r.id)",
  user: "(select u.id from rgw_users u where u.storage_endpoint_id = r.endpoint_id and u.rgw_user_uid = r.id)"
}
const freeze = `(select jsonb_build_object('frozen_at', f.frozen_at, 'frozen_by', f.frozen_by,
    'suspended_users', f.former -> 'suspended_users', 'denied_roles', coalesce(f.former -> 'denied_roles', '[]'))
  from account_freezes f where f.endpoint_id = r.endpoint_id and f.account_id = r.id)`

const listingOf = (kind: DirectoryKind): SqlListing<DirectorySort> => ({
  columns: `r.id, r.tenant, r.details, r.details_read_at, r.problem, ${registered[kind]} as registered_id,
    ${kind === "account" ? freeze : "null::jsonb"} as freeze`,
  from: "directory_rows r",
  sorts: columns[kind] as Readonly<Record<DirectorySort, string>>,
  sortedBy: kind === "account" ? "account_id" : "user_id",
  id: "r.row_id",
  searched: ["r.id", "r.name"]
})

const sourceOf = (
  kind: DirectoryKind
): { readonly listing: SqlListing<DirectorySort>; readonly source: FilterSource } => ({
  listing: listingOf(kind),
  source: { fields: columns[kind], features: {} }
})

export const directorySources = { account: sourceOf("account"), user: sourceOf("user") }
