import { Schema } from "effect"

/** What opens a workspace of its own to somebody, whatever their role. */
export const privileges = ["cluster_admin", "storage_ops"] as const
export type Privilege = typeof privileges[number]

/** The tools of the Manager workspace that can be switched off for somebody. */
export const managerTools = ["bucket_compare", "bucket_migration", "feature_rules", "usage_stats", "private_access"] as const
export type ManagerTool = typeof managerTools[number]

/** All of them, on or off. */
export const Privileges = Schema.Struct({ cluster_admin: Schema.Boolean, storage_ops: Schema.Boolean }).annotate({ identifier: "Privileges" })
export type Privileges = typeof Privileges.Type
export const ManagerTools = Schema.Struct({
  bucket_compare: Schema.Boolean, bucket_migration: Schema.Boolean, feature_rules: Schema.Boolean, usage_stats: Schema.Boolean,
  private_access: Schema.Boolean
}).annotate({ identifier: "ManagerTools" })
export type ManagerTools = typeof ManagerTools.Type

const flag = Schema.optionalKey(Schema.Boolean)
/** The same in a request: what is left out stays as it is. */
export const SetPrivileges = Schema.Struct({ cluster_admin: flag, storage_ops: flag }).annotate({ identifier: "SetPrivileges" })
export const SetManagerTools = Schema.Struct({
  bucket_compare: flag, bucket_migration: flag, feature_rules: flag, usage_stats: flag, private_access: flag
}).annotate({ identifier: "SetManagerTools" })

/** Tools that the settings disable for everybody, whoever is given them. */
export const DisabledTools = Schema.Array(Schema.Literals(managerTools))
export type DisabledTools = typeof DisabledTools.Type

/** Rights that open workspaces and tools to a user: their own and those of their groups. */
export interface GivenRights {
  readonly privileges: Privileges
  /** Without those of `disabled_tools`. */
  readonly manager_tools: ManagerTools
  readonly disabled_tools: DisabledTools
}

/** Switches as names of those that are on, which is how they are stored. */
export const flagsOf = <Name extends string>(names: ReadonlyArray<Name>, on: ReadonlyArray<string>): Record<Name, boolean> =>
  Object.fromEntries(names.map((name) => [name, on.includes(name)])) as Record<Name, boolean>

export const privilegesOf = (on: ReadonlyArray<string>): Privileges => flagsOf(privileges, on)
export const managerToolsOf = (on: ReadonlyArray<string>): ManagerTools => flagsOf(managerTools, on)

/** The names of those that are on, in one order, once `sent` is taken over; null where nothing changes by it. */
export const changedFlags = <Name extends string>(
  names: ReadonlyArray<Name>, present: Readonly<Record<Name, boolean>>, sent: Readonly<Partial<Record<Name, boolean>>> | undefined
): ReadonlyArray<Name> | null =>
  sent === undefined || names.every((name) => (sent[name] ?? present[name]) === present[name])
    ? null
    : names.filter((name) => sent[name] ?? present[name])

export const AccessMark = Schema.Struct({
  /** Another text whenever what somebody may do, or act as, has become another; it says nothing of it. */
  access_mark: Schema.String
}).annotate({ identifier: "AccessMark" })
