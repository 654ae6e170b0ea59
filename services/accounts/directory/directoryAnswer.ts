import { DateTime } from "effect"
import type {
  DirectoryAccount,
  DirectoryInclude,
  DirectoryKind,
  DirectoryQuery,
  DirectoryUser
} from "#domain/accounts/EndpointDirectory.ts"
import { directoryQueries } from "#domain/accounts/EndpointDirectory.ts"
import type { QueryDeclaration } from "#domain/platform/query/QueryDeclaration.ts"
import type { QueryFilter } from "#domain/platform/query/QueryFilter.ts"
import type { AccountDetails, DirectoryRow, UserDetails } from "./DirectoryRecords.ts"

type Include = ReadonlyArray<DirectoryInclude>

const momentOf = (moment: Date | null) => (moment === null ? null : DateTime.fromDateUnsafe(moment))

const group = <Name extends DirectoryInclude, A>(include: Include, name: Name, value: A) =>
  include.includes(name) ? ({ [name]: value } as { readonly [Key in Name]: A }) : {}

const commonOf = ({ details, details_read_at, problem, registered_id }: DirectoryRow, include: Include) => ({
  registered_id,
  details_read_at: momentOf(details_read_at),
  problem,
  ...group(include, "stats", details?.usage ?? null)
})

export const accountOf = (row: DirectoryRow, include: Include): DirectoryAccount => {
  const details = row.details as AccountDetails | null
  return {
    account_id: row.id,
    ...commonOf(row, include),
    ...group(include, "profile", details && { name: details.name, email: details.email }),
    ...group(include, "limits", details?.limits ?? null),
    ...group(include, "quota", details && { account_quota: details.account_quota, bucket_quota: details.bucket_quota }),
    freeze: row.freeze === null ? null : { ...row.freeze, frozen_at: DateTime.fromDateUnsafe(row.freeze.frozen_at) }
  }
}

export const userOf = (row: DirectoryRow, include: Include): DirectoryUser => {
  const details = row.details as UserDetails | null
  return {
    user_id: row.id,
    tenant: row.tenant,
    ...commonOf(row, include),
    ...group(
      include,
      "profile",
      details && {
        display_name: details.display_name,
        email: details.email,
        suspended: details.suspended,
        caps: details.caps,
        account_id: details.account_id,
        key_count: details.key_count
      }
    ),
    ...group(include, "limits", details && { max_buckets: details.max_buckets }),
    ...group(include, "quota", details && { user_quota: details.user_quota, bucket_quota: details.bucket_quota })
  }
}

export const fieldsWithDetails = (
  kind: DirectoryKind,
  { sort_by }: Pick<DirectoryQuery, "sort_by">,
  filter: QueryFilter
): ReadonlyArray<string> => {
  const { fields }: QueryDeclaration = directoryQueries[kind]
  const used = [
    ...(sort_by === undefined ? [] : [sort_by]),
    ...filter.rules.flatMap((rule) => (rule._tag === "Field" ? [rule.field] : []))
  ]
  return used.filter((name) => fields[name]?.cost !== "none")
}
