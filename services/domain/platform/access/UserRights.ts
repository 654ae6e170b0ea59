import { Schema } from "effect"

export const privileges = ["cluster_admin", "storage_ops"] as const
export type Privilege = (typeof privileges)[number]

export const managerTools = [
  "bucket_compare",
  "bucket_migration",
  "feature_rules",
  "usage_stats",
  "private_access"
] as const
export type ManagerTool = (typeof managerTools)[number]

/** Workspaces that a user or group is granted beside the role. */
export const Privileges = Schema.Struct({ cluster_admin: Schema.Boolean, storage_ops: Schema.Boolean }).annotate({
  identifier: "Privileges"
})
export type Privileges = typeof Privileges.Type
export const ManagerTools = Schema.Struct({
  bucket_compare: Schema.Boolean,
  bucket_migration: Schema.Boolean,
  feature_rules: Schema.Boolean,
  usage_stats: Schema.Boolean,
  private_access: Schema.Boolean
}).annotate({ identifier: "ManagerTools" })
export type ManagerTools = typeof ManagerTools.Type

const flag = Schema.optionalKey(Schema.Boolean)
export const SetPrivileges = Schema.Struct({ cluster_admin: flag, storage_ops: flag }).annotate({
  identifier: "SetPrivileges"
})
export const SetManagerTools = Schema.Struct({
  bucket_compare: flag,
  bucket_migration: flag,
  feature_rules: flag,
  usage_stats: flag,
  private_access: flag
}).annotate({ identifier: "SetManagerTools" })

export const DisabledTools = Schema.Array(Schema.Literals(managerTools))
export type DisabledTools = typeof DisabledTools.Type

export interface GrantedRights {
  readonly privileges: Privileges
  readonly manager_tools: ManagerTools
  readonly disabled_tools: DisabledTools
  /** True with a Portal role in an account whose Portal is on. */
  readonly portal: boolean
}

export const booleanFlags = <Name extends string>(
  names: ReadonlyArray<Name>,
  on: ReadonlyArray<string>
): Record<Name, boolean> => Object.fromEntries(names.map((name) => [name, on.includes(name)])) as Record<Name, boolean>

export const privilegesOf = (on: ReadonlyArray<string>): Privileges => booleanFlags(privileges, on)
export const managerToolsOf = (on: ReadonlyArray<string>): ManagerTools => booleanFlags(managerTools, on)

export const changedFlags = <Name extends string>(
  names: ReadonlyArray<Name>,
  present: Readonly<Record<Name, boolean>>,
  sent: Readonly<Partial<Record<Name, boolean>>> | undefined
): ReadonlyArray<Name> | null =>
  sent === undefined || names.every((name) => (sent[name] ?? present[name]) === present[name])
    ? null
    : names.filter((name) => sent[name] ?? present[name])

export const AccessMark = Schema.Struct({
  /** Opaque; changes with the user's rights or contexts. */
  access_mark: Schema.String
}).annotate({ identifier: "AccessMark" })
