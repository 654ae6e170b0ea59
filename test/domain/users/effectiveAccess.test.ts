import { assert, describe, it } from "@effect/vitest"
import { managerTools, managerToolsOf, privileges } from "#domain/platform/access/UserRights.ts"
import { effectiveAccess, type Grants } from "#domain/identity/effectiveAccess.ts"
import { Schema } from "effect"

const Said = Schema.Struct({
  id: Schema.Literals([1, 2, 3, 4]),
  manager: Schema.Boolean,
  portal: Schema.Literals(["none", "portal_user", "portal_manager"]),
  data: Schema.Boolean
})
const Giver = Schema.Struct({
  privileges: Schema.Struct({ cluster_admin: Schema.Boolean, storage_ops: Schema.Boolean }),
  tools: Schema.Array(Schema.Literals(managerTools)),
  accounts: Schema.Array(Said).check(Schema.isMaxLength(4)),
  users: Schema.Array(Said).check(Schema.isMaxLength(4)),
  connections: Schema.UniqueArray(Schema.Literals([1, 2, 3]))
})
const input = { own: Giver, groups: Schema.Array(Giver).check(Schema.isMaxLength(4)) }

/** As in the database: each thing once, with at least one role, and data access only of managers. */
const linksOf = (said: ReadonlyArray<typeof Said.Type>) =>
  [...new Map(said.map((one) => [one.id, one])).values()].map(({ data, id, manager, portal }) => {
    const isManager = manager || portal === "none"
    return {
      id,
      name: ["b", "A", "c", "B"][id - 1] ?? "",
      manager_role: isManager ? ("account_administrator" as const) : null,
      portal_role: portal === "none" ? null : portal,
      allow_manager_browser_data_access: isManager && data
    }
  })
const grantsOf = ({ accounts, connections, privileges, tools, users }: typeof Giver.Type): Grants => ({
  privileges,
  manager_tools: managerToolsOf(tools),
  account_links: linksOf(accounts).map(({ id, ...link }) => ({ ...link, account_id: id })),
  s3_user_links: linksOf(users).map(({ id, ...link }) => ({ ...link, s3_user_id: id })),
  s3_connection_details: connections.map((id) => ({ s3_connection_id: id, name: `c${id}` }))
})
const numbered = (groups: ReadonlyArray<typeof Giver.Type>) =>
  groups.map((one, index) => ({ ...grantsOf(one), group_id: index + 1, name: `Group ${index + 1}` }))

const model = (own: Grants, all: ReadonlyArray<Grants & { readonly group_id: number; readonly name: string }>) => {
  const givers = [
    { source: { via: "direct" as const }, grants: own },
    ...all.map((grants) => ({
      source: { via: "group" as const, group_id: grants.group_id, name: grants.name },
      grants
    }))
  ]
  const who = (says: (grants: Grants) => boolean) =>
    givers.filter(({ grants }) => says(grants)).map(({ source }) => source)
  const granted = (says: (grants: Grants) => boolean) => ({ granted: who(says).length > 0, from: who(says) })
  const thing = <Link extends Grants["account_links"][number] | Grants["s3_user_links"][number]>(
    find: (grants: Grants) => Link | undefined
  ) => {
    const manager = who((grants) => find(grants)?.manager_role === "account_administrator")
    const portal =
      (["portal_manager", "portal_user"] as const).find(
        (role) => who((grants) => find(grants)?.portal_role === role).length > 0
      ) ?? null
    return {
      manager_role: { role: manager.length > 0 ? "account_administrator" : null, from: manager },
      portal_role: { role: portal, from: portal === null ? [] : who((grants) => find(grants)?.portal_role === portal) },
      allow_manager_browser_data_access: granted((grants) => find(grants)?.allow_manager_browser_data_access === true)
    }
  }
  const every = <Link extends { readonly name: string }>(
    of: (grants: Grants) => ReadonlyArray<Link>,
    idOf: (link: Link) => number
  ) => {
    const found = new Map(givers.flatMap(({ grants }) => of(grants)).map((link) => [idOf(link), link.name]))
    return [...found]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.toLowerCase().localeCompare(other.name.toLowerCase()) || one.id - other.id)
  }
  return {
    privileges: Object.fromEntries(privileges.map((name) => [name, granted((grants) => grants.privileges[name])])),
    manager_tools: Object.fromEntries(
      managerTools.map((name) => [name, granted((grants) => grants.manager_tools[name])])
    ),
    accounts: every(
      (grants) => grants.account_links,
      (link) => link.account_id
    ).map(({ id, name }) => ({
      account_id: id,
      name,
      ...thing((grants) => grants.account_links.find((link) => link.account_id === id))
    })),
    s3_users: every(
      (grants) => grants.s3_user_links,
      (link) => link.s3_user_id
    ).map(({ id, name }) => ({
      s3_user_id: id,
      name,
      ...thing((grants) => grants.s3_user_links.find((link) => link.s3_user_id === id))
    })),
    s3_connections: every(
      (grants) => grants.s3_connection_details,
      (link) => link.s3_connection_id
    ).map(({ id, name }) => ({
      s3_connection_id: id,
      name,
      from: who((grants) => grants.s3_connection_details.some((link) => link.s3_connection_id === id))
    }))
  }
}

describe("effective access", () => {
  it.prop(
    "is the union of what is said of a user and of their groups, each right with all " +
      "who give it, as a slow model has it",
    input,
    ({ groups, own }) => {
      assert.deepEqual(
        effectiveAccess(grantsOf(own), numbered(groups)) as unknown,
        model(grantsOf(own), numbered(groups))
      )
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop(
    "is never less than what any of them gives, and nothing that none of them gives",
    input,
    ({ groups, own }) => {
      const all = [grantsOf(own), ...numbered(groups)]
      const access = effectiveAccess(grantsOf(own), numbered(groups))
      for (const { from, granted } of [...Object.values(access.privileges), ...Object.values(access.manager_tools)])
        assert.strictEqual(granted, from.length > 0)
      for (const account of access.accounts) {
        const said = all.flatMap((one) => one.account_links.filter((link) => link.account_id === account.account_id))
        assert.isNotEmpty(said)
        assert.strictEqual(
          account.manager_role.role !== null,
          said.some((link) => link.manager_role !== null)
        )
        assert.isTrue(!account.allow_manager_browser_data_access.granted || account.manager_role.role !== null)
      }
    }
  )
})
