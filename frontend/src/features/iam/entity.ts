import type { Row } from "~/client/contract"
import { cachedRows, type CachedRows } from "~/features/buckets/live-rows/cached-rows"
import type { IconName } from "~/lib/icon-names"

type IamUser = Row<"GET /api/manager/iam/users">
type IamGroup = Row<"GET /api/manager/iam/groups">
type IamRole = Row<"GET /api/manager/iam/roles">
export type ManagedPolicy = Row<"GET /api/manager/iam/policies">
export type IamKey = Row<"GET /api/manager/iam/users/:user_name/keys">
export type InlinePolicy = Row<"GET /api/manager/iam/:entity/:name/inline-policies">

export type Details = Row<"POST /api/manager/iam/details/:entity">

export type HolderKind = "users" | "groups" | "roles"
export type IamKind = HolderKind | "policies"

export interface IamRow {
  readonly kind: IamKind
  /** The ARN of a policy, since names of policies are not unique. */
  readonly key: string
  readonly name: string
  readonly arn: string
  readonly id: string | null
  readonly path: string | null
  readonly created_at: string | null
  readonly description: string | null
  readonly max_session_seconds: number | null
  readonly trust_policy: string | null
  readonly details: Details | null
  readonly keys: number | null
  readonly members: number | null
  readonly groups: string | null
  readonly policies: string | null
  readonly idle: boolean | null
}

const policiesOf = ({ attached, inline }: Details): string =>
  [...attached.map(({ name }) => name), ...inline].join(", ")

const idleOf = (kind: HolderKind, { attached, groups, inline, keys, members }: Details): boolean =>
  kind === "groups"
    ? members.length === 0
    : (kind === "users" && !keys.some(({ active }) => active)) ||
      (attached.length === 0 && inline.length === 0 && groups.length === 0)

export const withDetails = (row: IamRow, details: Details | null): IamRow => {
  if (details === null || row.kind === "policies" || details.fault !== null) return { ...row, details }
  return {
    ...row,
    details,
    policies: policiesOf(details),
    idle: idleOf(row.kind, details),
    keys: row.kind === "users" ? details.keys.length : null,
    members: row.kind === "groups" ? details.members.length : null,
    groups: row.kind === "users" ? details.groups.join(", ") : null
  }
}

const unknown = {
  details: null,
  keys: null,
  members: null,
  groups: null,
  policies: null,
  idle: null,
  description: null,
  max_session_seconds: null,
  trust_policy: null
}

export const iamRowOf = (kind: HolderKind, entity: IamUser | IamGroup | IamRole): IamRow => {
  const { arn, created_at, id, name, path } = entity
  const role =
    "trust_policy" in entity
      ? {
          description: entity.description,
          max_session_seconds: entity.max_session_seconds,
          trust_policy: entity.trust_policy
        }
      : {}
  return { ...unknown, kind, key: name, name, arn, id, path, created_at, ...role }
}

export const policyRow = ({ arn, name }: ManagedPolicy): IamRow => ({
  ...unknown,
  kind: "policies",
  key: arn,
  name,
  arn,
  id: null,
  path: null,
  created_at: null
})

export interface KindWords {
  readonly title: string
  readonly one: string
  readonly many: string
  readonly icon: IconName
  readonly empty: { readonly title: string; readonly text: string }
}

export const IAM_KIND_WORDS: Readonly<Record<IamKind, KindWords>> = {
  users: {
    title: "IAM users",
    one: "IAM user",
    many: "IAM users",
    icon: "user",
    empty: {
      title: "No IAM user yet",
      text:
        "An IAM user is a person or a program of the RGW account, with keys of its own and no more rights than " +
        "its policies give."
    }
  },
  groups: {
    title: "IAM groups",
    one: "IAM group",
    many: "IAM groups",
    icon: "users",
    empty: { title: "No IAM group yet", text: "What a group's policies allow, all of its members may." }
  },
  roles: {
    title: "IAM roles",
    one: "IAM role",
    many: "IAM roles",
    icon: "id-card",
    empty: {
      title: "No IAM role yet",
      text: "A role has no keys: whom its trust policy names assumes it, and acts with its policies for a while."
    }
  },
  policies: {
    title: "Managed policies",
    one: "managed policy",
    many: "managed policies",
    icon: "shield-check",
    empty: {
      title: "No managed policy",
      text:
        "The gateway knows none that can be attached. IAM users, groups and roles have " +
        "inline policies of their own."
    }
  }
}

export const isHolder = (kind: IamKind): kind is HolderKind => kind !== "policies"

export const iamRows = (kind: IamKind): CachedRows<IamRow> => cachedRows<IamRow>(`iam-${kind}`)

export interface Holder {
  readonly kind: HolderKind
  readonly name: string
  readonly contextId: string
}

export const atHolder = ({ kind, name }: Holder) => ({ params: { entity: kind, name } })
