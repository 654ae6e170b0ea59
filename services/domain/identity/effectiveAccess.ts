import { Schema } from "effect"
import { type ManagerTool, managerTools, type Privilege, privileges } from "../platform/access/UserRights.ts"
import {
  type AccountLink,
  type LinkRoles,
  ManagerRole,
  PortalRole,
  type S3ConnectionDetail,
  type S3UserLink
} from "./Links.ts"

export const RightSource = Schema.Union([
  Schema.Struct({ via: Schema.Literal("direct") }),
  Schema.Struct({ via: Schema.Literal("group"), group_id: Schema.Int, name: Schema.String })
]).annotate({ identifier: "RightSource" })
export type RightSource = typeof RightSource.Type

const from = { from: Schema.Array(RightSource) }
export const Granted = Schema.Struct({ granted: Schema.Boolean, ...from }).annotate({ identifier: "Granted" })
export type Granted = typeof Granted.Type

const roles = {
  manager_role: Schema.Struct({ role: Schema.NullOr(ManagerRole), ...from }),
  portal_role: Schema.Struct({ role: Schema.NullOr(PortalRole), ...from }),
  allow_manager_browser_data_access: Granted
}
const EffectiveAccount = Schema.Struct({ account_id: Schema.Int, name: Schema.String, ...roles }).annotate({
  identifier: "EffectiveAccount"
})
const EffectiveS3User = Schema.Struct({ s3_user_id: Schema.Int, name: Schema.String, ...roles }).annotate({
  identifier: "EffectiveS3User"
})

/** Shared connections imply the manager role only. */
const EffectiveConnection = Schema.Struct({ s3_connection_id: Schema.Int, name: Schema.String, ...from }).annotate({
  identifier: "EffectiveConnection"
})

export const EffectiveAccess = Schema.Struct({
  privileges: Schema.Struct({ cluster_admin: Granted, storage_ops: Granted }),
  manager_tools: Schema.Struct({
    bucket_compare: Granted,
    bucket_migration: Granted,
    feature_rules: Granted,
    usage_stats: Granted,
    private_access: Granted
  }),
  accounts: Schema.Array(EffectiveAccount),
  s3_users: Schema.Array(EffectiveS3User),
  s3_connections: Schema.Array(EffectiveConnection)
}).annotate({ identifier: "EffectiveAccess" })
export type EffectiveAccess = typeof EffectiveAccess.Type

export interface Grants {
  readonly privileges: Readonly<Record<Privilege, boolean>>
  readonly manager_tools: Readonly<Record<ManagerTool, boolean>>
  readonly account_links: ReadonlyArray<Pick<AccountLink, "account_id" | "name" | keyof LinkRoles>>
  readonly s3_user_links: ReadonlyArray<Pick<S3UserLink, "s3_user_id" | "name" | keyof LinkRoles>>
  readonly s3_connection_details: ReadonlyArray<Pick<S3ConnectionDetail, "s3_connection_id" | "name">>
}

interface Given {
  readonly source: RightSource
  readonly grants: Grants
}

const direct: RightSource = { via: "direct" }

const flags = <Name extends string>(
  names: ReadonlyArray<Name>,
  given: ReadonlyArray<Given>,
  of: (grants: Grants) => Readonly<Record<Name, boolean>>
) =>
  Object.fromEntries(
    names.map((name): [Name, Granted] => {
      const from = given.filter(({ grants }) => of(grants)[name]).map(({ source }) => source)
      return [name, { granted: from.length > 0, from }]
    })
  ) as Record<Name, Granted>

interface Said extends LinkRoles {
  readonly id: number
  readonly name: string
  readonly source: RightSource
}

const sourcesWhere = (links: ReadonlyArray<Said>, holds: (link: Said) => boolean) =>
  links.filter(holds).map(({ source }) => source)

const combineLinks = (links: ReadonlyArray<Said>) => {
  const managers = sourcesWhere(links, (link) => link.manager_role !== null)
  const portal = links.some((link) => link.portal_role === "portal_manager")
    ? ("portal_manager" as const)
    : links.some((link) => link.portal_role !== null)
      ? ("portal_user" as const)
      : null
  const data = sourcesWhere(links, (link) => link.allow_manager_browser_data_access)
  return {
    manager_role: { role: managers.length > 0 ? ("account_administrator" as const) : null, from: managers },
    portal_role: {
      role: portal,
      from: portal === null ? [] : sourcesWhere(links, (link) => link.portal_role === portal)
    },
    allow_manager_browser_data_access: { granted: data.length > 0, from: data }
  }
}

const mergeById = (links: ReadonlyArray<Said>) => {
  const byId = new Map<number, Array<Said>>()
  for (const link of links) {
    const existingLinks = byId.get(link.id)
    if (existingLinks === undefined) byId.set(link.id, [link])
    else existingLinks.push(link)
  }
  return [...byId]
    .map(([id, links]) => ({ id, name: links[0]?.name ?? "", ...combineLinks(links) }))
    .sort((one, other) =>
      one.name.toLowerCase() < other.name.toLowerCase()
        ? -1
        : one.name.toLowerCase() > other.name.toLowerCase()
          ? 1
          : one.id - other.id
    )
}

export const effectiveAccess = (
  own: Grants,
  groups: ReadonlyArray<Grants & { readonly group_id: number; readonly name: string }>
): EffectiveAccess => {
  const given: ReadonlyArray<Given> = [
    { source: direct, grants: own },
    ...groups.map(
      (grants): Given => ({ source: { via: "group", group_id: grants.group_id, name: grants.name }, grants })
    )
  ]
  return {
    privileges: flags(privileges, given, (grants) => grants.privileges),
    manager_tools: flags(managerTools, given, (grants) => grants.manager_tools),
    accounts: mergeById(
      given.flatMap(({ grants, source }) =>
        grants.account_links.map((link) => ({ ...link, id: link.account_id, source }))
      )
    ).map(({ id, ...rest }) => ({ account_id: id, ...rest })),
    s3_users: mergeById(
      given.flatMap(({ grants, source }) =>
        grants.s3_user_links.map((link) => ({ ...link, id: link.s3_user_id, source }))
      )
    ).map(({ id, ...rest }) => ({ s3_user_id: id, ...rest })),
    s3_connections: mergeById(
      given.flatMap(({ grants, source }) =>
        grants.s3_connection_details.map(({ name, s3_connection_id: id }) => ({
          id,
          name,
          source,
          manager_role: "account_administrator" as const,
          portal_role: null,
          allow_manager_browser_data_access: false
        }))
      )
    ).map(({ id, manager_role, name }) => ({ s3_connection_id: id, name, from: manager_role.from }))
  }
}
