import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { managerToolsOf, privilegesOf } from "#domain/platform/access/UserRights.ts"
import { ApplyDocument, MAX_ENTRIES } from "#domain/fleet/apply/ApplyDocument.ts"
import { type ApplyState, exportDocument, type StoredEntry } from "#domain/fleet/apply/ApplyState.ts"
import { planApply, planText } from "#domain/fleet/apply/planApply.ts"
import { entryKey, type EntryOf, type Section, sections } from "#domain/fleet/apply/sections.ts"
import { defaultPortal, defaultSettings } from "#domain/identity/application/ApplicationSettings.ts"

const names = ["Alpha", "beta", "Gamma δ", "d'Artagnan <b>"] as const
const emails = ["ada@example.org", "Bob@example.org", "eve+1@example.org"] as const
const Some = <const L extends ReadonlyArray<string>>(all: L) =>
  Schema.Array(Schema.Literals(all)).check(Schema.isMaxLength(6))
const Role = Schema.Literals(["manager", "data", "portal_user", "both"])
const World = Schema.Struct({
  endpoints: Some(names),
  groups: Some(names),
  users: Some(emails),
  connections: Some(names),
  accounts: Schema.Array(Schema.Literals([1, 2, 3])).check(Schema.isMaxLength(4)),
  roles: Schema.Array(Role).check(Schema.isMinLength(1)),
  flags: Schema.Array(Schema.Boolean).check(Schema.isMinLength(1)),
  manual: Schema.Boolean,
  closed: Schema.Boolean
})
type World = typeof World.Type

const rolesOf = (role: typeof Role.Type) => ({
  manager_role: role === "portal_user" ? null : ("account_administrator" as const),
  portal_role: role === "portal_user" || role === "both" ? ("portal_user" as const) : null,
  allow_manager_browser_data_access: role === "data"
})

const documentOf = ({ closed, flags, manual, roles, ...drawn }: World): ApplyDocument => {
  // uniqueness is constructed: a generator would discard nearly every document
  const once = <A>(all: ReadonlyArray<A>) => [...new Set(all)]
  const [accounts, connections, endpoints, groups, users] = [
    once(drawn.accounts),
    once(drawn.connections),
    once(drawn.endpoints),
    once(drawn.groups),
    once(drawn.users)
  ]
  const [endpoint] = endpoints
  const flag = (index: number) => flags[index % flags.length] === true
  const role = (index: number) => rolesOf(roles[index % roles.length] ?? "manager")
  const links = {
    user_links: users.map((user, index) => ({ user, ...role(index) })),
    group_links: groups.map((group, index) => ({ group, ...role(index + 1) }))
  }
  return {
    version: 1,
    storage_endpoints: endpoints.map((name, index) => ({
      name,
      url: `https://s${index}.example.org`,
      provider: "cluster",
      region: "",
      verify_tls: flag(index),
      is_default: index === 0,
      features_config: { features: { admin: { enabled: flag(index), endpoint: null } } },
      tags: index === 0 ? [] : ["a", "b"],
      latitude: null,
      longitude: index,
      admin_access_key: null
    })),
    oidc_providers: [],
    ldap_providers: [],
    accounts:
      endpoint === undefined
        ? []
        : accounts.map((number) => ({
            storage_endpoint: endpoint,
            name: `Account ${number}`,
            rgw_account_id: `RGW0000000000000000${number}`,
            ...links
          })),
    s3_users:
      endpoint === undefined
        ? []
        : accounts.map((number) => ({
            storage_endpoint: endpoint,
            rgw_user_uid: `t$user${number}`,
            name: "One",
            existing: true,
            ...links
          })),
    s3_connections: connections.map((name) => ({
      name,
      ...(endpoint === undefined || manual
        ? {
            custom_endpoint: {
              url: "http://m.example.org",
              provider: "other",
              region: "",
              verify_tls: true,
              force_path_style: true
            }
          }
        : { storage_endpoint: endpoint }),
      access_key: "AK",
      expires_at: null,
      capabilities: { can_manage_iam: flag(1) },
      owner_type: null,
      owner_identifier: null,
      tags: [{ label: "Blue", color: "blue", scope: "standard" }],
      users: [...users],
      groups: [...groups]
    })),
    groups: groups.map((name, index) => ({
      name,
      description: "",
      privileges: privilegesOf(flag(index) ? ["storage_ops"] : []),
      manager_tools: managerToolsOf(["usage_stats"]),
      members: [...users]
    })),
    users: users.map((email, index) => ({
      email,
      full_name: "Some One",
      role: "ui_user",
      is_active: flag(index),
      privileges: privilegesOf([]),
      manager_tools: managerToolsOf([])
    })),
    settings: { ...defaultSettings, ...(closed ? { portal: defaultPortal } : {}) }
  }
}

const known = <S extends Section>(entries: ReadonlyArray<EntryOf<S>> | undefined): ReadonlyArray<StoredEntry<S>> =>
  (entries ?? []).map((entry, index) => ({
    id: index + 1,
    version: 1,
    entry,
    secrets: [],
    fixed: null,
    others: new Set<string>(),
    hidden: false
  }))

const stateOf = (document: ApplyDocument, more: Partial<ApplyState> = {}): ApplyState => ({
  storage_endpoints: known<"storage_endpoints">(document.storage_endpoints),
  oidc_providers: known<"oidc_providers">(document.oidc_providers),
  ldap_providers: known<"ldap_providers">(document.ldap_providers),
  accounts: known<"accounts">(document.accounts),
  s3_users: known<"s3_users">(document.s3_users),
  s3_connections: known<"s3_connections">(document.s3_connections),
  groups: known<"groups">(document.groups),
  users: known<"users">(document.users),
  settings: { version: 1, entry: document.settings ?? defaultSettings, locked: new Map() },
  ...more
})
const empty = stateOf({ version: 1 })

const same = () => "same" as const
const due = (document: ApplyDocument, state: ApplyState) =>
  planApply(document, state, same).changes.filter(({ action }) => action !== "unchanged")
const said = (document: ApplyDocument, state: ApplyState) =>
  planApply(document, state, same).issues.map(({ message, path }) => `${path.join(".")}: ${message}`)
const parse = (input: unknown): ApplyDocument =>
  Schema.decodeUnknownSync(ApplyDocument)(input, { onExcessProperty: "error" })

const endpoint = { name: "North", url: "https://north.example.org" }
const ada = { email: "ada@example.org", full_name: "Ada", role: "ui_user" }

describe("a plan", () => {
  it.prop("of what exists, exported, is empty; written and read again as well", { world: World }, ({ world }) => {
    const state = stateOf(documentOf(world))
    const exported = exportDocument(state)
    assert.deepStrictEqual(planApply(exported, state, same).issues, [])
    assert.deepStrictEqual(due(exported, state), [])
    assert.deepStrictEqual(
      due(parse(JSON.parse(JSON.stringify(Schema.encodeSync(ApplyDocument)(exported)))), state),
      []
    )
  })

  it.prop(
    "makes everything in an empty world, each once, after everything that it names",
    { world: World },
    ({ world }) => {
      const whole = documentOf(world)
      const document = {
        ...whole,
        s3_connections: (whole.s3_connections ?? []).map((one) => ({ ...one, secret_key: { env: "KEY" } }))
      }
      const { changes, issues } = planApply(document, empty, same)
      assert.deepStrictEqual(issues, [])
      const made = new Set<string>()
      for (const { action, key, needs, part, section } of changes) {
        if (section === "settings") continue
        for (const need of needs) assert.isTrue(made.has(need), `${key} before ${need}`)
        if (part === "self") {
          assert.include(["create", "import"], action)
          assert.isFalse(made.has(key), key)
          made.add(key)
        }
      }
      assert.strictEqual(
        made.size,
        sections.reduce((sum, section) => sum + (document[section]?.length ?? 0), 0)
      )
    }
  )

  it.prop(
    "from one world to another is empty once it is done, and names only what differs",
    { one: World, other: World },
    ({ one, other }) => {
      const [before, wanted] = [documentOf(one), documentOf(other)]
      const { changes, issues } = planApply(
        {
          ...wanted,
          s3_connections: (wanted.s3_connections ?? []).map((entry) => ({ ...entry, secret_key: { env: "KEY" } }))
        },
        stateOf(before),
        same
      )
      assert.deepStrictEqual(issues, [])
      for (const { action, fields } of changes) assert.strictEqual(action === "unchanged", fields.length === 0)
      const after = stateOf(
        Object.fromEntries([
          ["version", 1],
          ["settings", { ...before.settings, ...wanted.settings }],
          ...sections.map((section) => {
            const all = new Map(
              [...(before[section] ?? []), ...(wanted[section] ?? [])].map((entry) => [entryKey(section, entry), entry])
            )
            return [section, [...all.values()]]
          })
        ]) as never
      )
      assert.deepStrictEqual(due(wanted, after), [])
    }
  )

  it("leaves alone what a document does not say", () => {
    const document = documentOf({
      endpoints: ["Alpha"],
      groups: ["beta"],
      users: ["ada@example.org"],
      connections: [],
      accounts: [1],
      roles: ["both"],
      flags: [true],
      manual: false,
      closed: false
    })
    const state = stateOf(document)
    assert.deepStrictEqual(due(parse({ version: 1 }), state), [])
    const [change, ...more] = due(
      parse({ version: 1, groups: [{ name: "BETA", privileges: { cluster_admin: true } }] }),
      state
    )
    assert.deepStrictEqual(more, [])
    assert.deepStrictEqual(
      change?.fields.map(({ after, before, path }) => [path, before, after]),
      [
        ["name", "beta", "BETA"],
        ["privileges.cluster_admin", false, true]
      ]
    )
    const [links] = due(
      parse({ version: 1, accounts: [{ storage_endpoint: "alpha", name: "Account 1", user_links: [] }] }),
      state
    )
    assert.deepStrictEqual(
      [links?.part, links?.fields],
      [
        "links",
        [
          {
            path: "user_links[ada@example.org]",
            before: "account_administrator, portal_user",
            after: null,
            secret: false
          }
        ]
      ]
    )
  })

  it("tells what is said twice at both places, in whatever case, and by id and name", () => {
    assert.deepStrictEqual(said(parse({ version: 1, users: [ada, { ...ada, email: "ADA@example.org" }] }), empty), [
      "users.1: This is the same console user as users.0",
      "users.0: This console user appears again at users.1"
    ])
    const account = { storage_endpoint: "North", name: "acme", rgw_account_id: "RGW00000000000000001" }
    const state = stateOf(parse({ version: 1, storage_endpoints: [endpoint], accounts: [account] }))
    assert.deepStrictEqual(
      said(parse({ version: 1, accounts: [account, { storage_endpoint: "North", name: "acme" }] }), state),
      [
        "accounts.1: This is the same RGW account as accounts.0",
        "accounts.0: This RGW account appears again at accounts.1"
      ]
    )
    assert.deepStrictEqual(
      said(
        parse({ version: 1, users: [ada], groups: [{ name: "g", members: [ada.email, " Ada@example.org"] }] }),
        empty
      ),
      ["groups.0.members.1: Ada@example.org is in this list already, at groups.0.members.0"]
    )
    assert.deepStrictEqual(
      said(
        parse({
          version: 1,
          storage_endpoints: [
            { ...endpoint, is_default: true },
            { name: "South", url: "https://s.example.org", is_default: true }
          ]
        }),
        empty
      ),
      ["storage_endpoints.1.is_default: storage_endpoints.0 is the default already: there is one"]
    )
  })

  it("names what there is none of, and what a name does not tell apart", () => {
    assert.deepStrictEqual(
      said(
        parse({
          version: 1,
          accounts: [
            {
              storage_endpoint: "Nowhere",
              name: "acme",
              user_links: [{ user: "nobody@example.org", manager_role: "account_administrator" }],
              group_links: [{ group: "none", portal_role: "portal_user" }]
            }
          ]
        }),
        empty
      ),
      [
        "accounts.0.storage_endpoint: There is no storage endpoint Nowhere, here or in the document",
        "accounts.0.user_links.0.user: There is no console user nobody@example.org, here or in the document",
        "accounts.0.group_links.0.group: There is no group none, here or in the document"
      ]
    )
    const twins = stateOf(
      parse({
        version: 1,
        storage_endpoints: [endpoint],
        accounts: [1, 2].map((number) => ({
          storage_endpoint: "North",
          name: "acme",
          rgw_account_id: `RGW0000000000000000${number}`
        }))
      })
    )
    assert.deepStrictEqual(
      said(parse({ version: 1, accounts: [{ storage_endpoint: "North", name: "acme" }] }), twins),
      ["accounts.0.name: 2 RGW accounts of this endpoint bear this name: say rgw_account_id"]
    )
    assert.deepStrictEqual(
      said(
        parse({ version: 1, s3_connections: [{ name: "c", custom_endpoint: { url: "http://x" }, access_key: "A" }] }),
        empty
      ),
      ["s3_connections.0.secret_key: This connection is new: say where its secret key is"]
    )
  })

  it("changes nothing that the environment fixes", () => {
    const provider = {
      id: "corp",
      label: "Corp",
      enabled: true,
      config: { issuer: "https://id.example.org", client_id: "s" }
    }
    const document = parse({ version: 1, oidc_providers: [provider] })
    const state = stateOf(document, {
      oidc_providers: known<"oidc_providers">(document.oidc_providers).map((one) => ({
        ...one,
        fixed: "It comes from the environment"
      })),
      settings: { version: 1, entry: defaultSettings, locked: new Map([["branding.name", "BRAND_NAME"]]) }
    })
    assert.deepStrictEqual(due(document, state), [])
    assert.notProperty(exportDocument(state), "oidc_providers")
    const changed = due(
      parse({
        version: 1,
        oidc_providers: [{ ...provider, label: "Other" }],
        settings: { branding: { name: "Depot", login_note: "Hi" } }
      }),
      state
    )
    assert.deepStrictEqual(
      changed.map(({ action, blocked }) => [action, blocked]),
      [
        ["blocked", "It comes from the environment"],
        ["blocked", "The environment fixes branding.name (BRAND_NAME): change it there"]
      ]
    )
  })

  it("compares secrets by what is told of them, and shows none", () => {
    const entry = { ...endpoint, admin_access_key: "AK", admin_secret_key: { env: "KEY" } }
    const document = parse({ version: 1, storage_endpoints: [entry] })
    const state = stateOf(document, {
      storage_endpoints: known<"storage_endpoints">(document.storage_endpoints).map((one) => ({
        ...one,
        secrets: ["admin_secret_key"]
      }))
    })
    for (const [fact, changes] of [
      ["same", 0],
      ["unsent", 0],
      ["different", 1]
    ] as const) {
      assert.strictEqual(
        planApply(document, state, () => fact).changes.filter(({ action }) => action === "update").length,
        changes,
        fact
      )
    }
    assert.deepStrictEqual(planApply(document, state, () => "different").changes[0]?.fields, [
      { path: "admin_secret_key", before: "set", after: "set", secret: true }
    ])
    assert.deepStrictEqual(
      due(document, stateOf(document)).flatMap(({ fields }) => fields),
      [{ path: "admin_secret_key", before: null, after: "set", secret: true }]
    )
  })

  it("is another text when anything that it is made from is another", () => {
    const document = parse({ version: 1, users: [{ ...ada, full_name: "Ada L." }] })
    const at = (version: number, name: string) =>
      planText(
        planApply(
          document,
          stateOf(parse({ version: 1, users: [{ ...ada, full_name: name }] }), {
            users: [
              {
                id: 1,
                version,
                entry: { ...ada, full_name: name, role: "ui_user" },
                secrets: [],
                fixed: null,
                others: new Set(),
                hidden: false
              }
            ]
          }),
          same
        )
      )
    assert.strictEqual(at(1, "Ada"), at(1, "Ada"))
    assert.strictEqual(
      new Set([at(1, "Ada"), at(2, "Ada"), at(1, "A"), planText(planApply(parse({ version: 1 }), empty, same))]).size,
      4
    )
  })

  it("is refused beyond so many entries, and made of that many in a second or two", () => {
    const users = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...ada,
        email: `p${index}@example.org`,
        role: "ui_user" as const
      }))
    assert.deepStrictEqual(said({ version: 1, users: users(MAX_ENTRIES + 1) }, empty), [
      `: A document has at most ${MAX_ENTRIES} entries: this one has ${MAX_ENTRIES + 1}`
    ])
    assert.strictEqual(due({ version: 1, users: users(MAX_ENTRIES) }, empty).length, MAX_ENTRIES)
  })
})

describe("a document", () => {
  it.each([
    ["an unknown section", { version: 1, buckets: [] }],
    ["an unknown field", { version: 1, users: [{ ...ada, user_ids: [1] }] }],
    ["a secret as it is", { version: 1, users: [{ ...ada, password: "correct horse battery" }] }],
    ["two references at once", { version: 1, users: [{ ...ada, password: { env: "A", file: "b" } }] }],
    [
      "a link without a role",
      { version: 1, accounts: [{ storage_endpoint: "n", name: "a", user_links: [{ user: "a@b" }] }] }
    ],
    ["NUL", { version: 1, groups: [{ name: "a\0b" }] }],
    ["half a character", { version: 1, groups: [{ name: "a\ud800" }] }],
    ["two lines in a name", { version: 1, groups: [{ name: "a\r\nb" }] }],
    [
      "a connection to two places",
      {
        version: 1,
        s3_connections: [{ name: "c", storage_endpoint: "n", custom_endpoint: { url: "http://x" }, access_key: "A" }]
      }
    ],
    ["another version", { version: 2 }],
    ["no version", {}],
    [
      "a uid that cannot be made",
      { version: 1, s3_users: [{ storage_endpoint: "n", rgw_user_uid: "../x", name: "x" }] }
    ],
    ["a null list", { version: 1, users: null }]
  ])("with %s is refused", (_, input) => {
    assert.throws(() => parse(input))
  })
})
