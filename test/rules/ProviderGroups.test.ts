import { assert, layer } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "#services/platform/Settings.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { opensslLack } from "../support/certificates.ts"
import type { Person } from "../support/ldap/people.ts"
import { type OidcAccount, startOidcProvider } from "../support/oidc/oidcProvider.ts"
import { requirement } from "../support/Requirement.ts"
import { slapdLack, startSlapd } from "../support/slapd.ts"
import { WholeService } from "../support/WholeService.ts"
import { inBrowser, somebody } from "./people.ts"

const World = WholeService({
  outbound: { oidcHosts: ["localhost"], ldapHosts: ["localhost"], privateHosts: ["localhost"] }
})

type Json = Readonly<Record<string, any>>
const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`

const ask = (browser: ConsoleBrowser, method: string, path: string, body?: object) =>
  Effect.map(
    Effect.promise(() => browser.send(method, path, body)),
    ({ body: row, code, status, text }) => ({ said: `${status} ${code}`.trim(), row: row as Json, text })
  )

const made = (browser: ConsoleBrowser, path: string, body: object) =>
  Effect.map(ask(browser, "POST", path, body), ({ row, said, text }) => {
    assert.strictEqual(said, "201", text)
    return row
  })

const group = (browser: ConsoleBrowser, rest: object = {}) =>
  made(browser, "/api/admin/groups", { name: unique("Team"), ...rest })

const detailsOf = (browser: ConsoleBrowser, userId: number) =>
  Effect.map(
    ask(browser, "GET", `/api/admin/users/${userId}`),
    ({ row }) => row["group_details"] as ReadonlyArray<Json>
  )
const groupsOf = (browser: ConsoleBrowser, userId: number) =>
  Effect.map(detailsOf(browser, userId), (all) => all.map(({ group_id }) => group_id as number))

const followed = (userId: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        metadata: Json
      }>`select metadata from audit_logs where action = 'ui_user.follow_provider' and entity_id = ${String(userId)}
        order by id`,
      (rows) => rows.map(({ metadata }) => metadata)
    )
  )

const oidc = Effect.fnUntraced(function* () {
  const { publicOrigin } = yield* Settings
  yield* (yield* SqlClient.SqlClient)`delete from rate_limits`
  const admin = (yield* inBrowser("ui_superadmin", true)).browser
  const id = unique("corp")
  const account: OidcAccount & Record<string, unknown> = {
    sub: unique("sub"),
    email: `${unique("grace")}@example.org`,
    email_verified: true,
    name: "Grace Hopper"
  }
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startOidcProvider({
        redirectUris: [`${publicOrigin}/api/auth/oidc/${id}/callback`],
        accounts: [account],
        profileClaims: ["groups", "realm_access", "https://example.org/groups"]
      })
    ),
    ({ close }) => Effect.promise(close)
  )
  const config = { issuer: server.issuer, client_id: server.clientId, ca_certificate: server.caPem.trim() }
  const place = `/api/admin/oidc-providers/${id}`
  yield* made(admin, "/api/admin/oidc-providers", {
    id,
    label: "Company account",
    enabled: true,
    config,
    client_secret: server.clientSecret
  })
  const map = (group_mapping: object | null, browser = admin) =>
    ask(browser, "PUT", place, { label: "Company account", enabled: true, config: { ...config, group_mapping } })
  const signIn = (claims: object = {}) =>
    Effect.promise(async () => {
      for (const name of ["groups", "realm_access", "https://example.org/groups"]) delete account[name]
      Object.assign(account, claims)
      const browser = new ConsoleBrowser(publicOrigin)
      const started = await browser.post(`/api/auth/oidc/${id}/start`, { redirect_path: "/" })
      const callback = await server.signIn(started.body["authorization_url"], account.sub)
      const back = await browser.get(`${callback.pathname}${callback.search}`)
      assert.strictEqual(back.location, "/", back.text)
      return { browser, id: (await browser.session())["user"].id as number }
    })
  return { admin, id, place, map, signIn }
})

requirement("openssl", opensslLack())("groups from OpenID Connect", () => {
  layer(World, { excludeTestServices: true, timeout: "120 seconds" })("at sign-in", (it) => {
    it.effect(
      "nothing is taken over until a mapping says so; then memberships come and go " +
        "with the claim, and those by hand stay",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { admin, id, map, signIn } = yield* oidc()
            const [storage, ops, byHand] = [
              (yield* group(admin))["id"],
              (yield* group(admin))["id"],
              (yield* group(admin))["id"]
            ]
            const first = yield* signIn({ groups: ["storage", "ops"] })
            assert.deepStrictEqual(yield* groupsOf(admin, first.id), [], "off by default")
            assert.deepStrictEqual(yield* followed(first.id), [])
            yield* ask(admin, "PUT", `/api/admin/users/${first.id}`, { group_details: [{ group_id: byHand }] })
            assert.strictEqual(
              (yield* map({
                claim: "groups",
                groups: [
                  { value: "storage", group_id: storage },
                  { value: "ops", group_id: ops },
                  { value: "manual", group_id: byHand }
                ]
              })).said,
              "200"
            )

            yield* signIn({ groups: ["storage", "ops", "sales"] })
            assert.sameMembers([...(yield* groupsOf(admin, first.id))], [storage, ops, byHand])
            const details = yield* detailsOf(admin, first.id)
            assert.deepInclude(details.find(({ group_id }) => group_id === storage)!, {
              by_hand: false,
              providers: [{ provider_type: "oidc", provider_id: id, provider_label: "Company account" }]
            })
            assert.deepInclude(details.find(({ group_id }) => group_id === byHand)!, { by_hand: true, providers: [] })
            assert.deepInclude((yield* followed(first.id)).at(-1)!, {
              provider_type: "oidc",
              provider_id: id,
              added: [storage, ops],
              removed: [],
              ignored: [],
              fault: null
            })

            yield* signIn({ groups: ["ops", "manual"] })
            assert.sameMembers([...(yield* groupsOf(admin, first.id))], [ops, byHand])
            assert.deepInclude((yield* detailsOf(admin, first.id)).find(({ group_id }) => group_id === byHand)!, {
              by_hand: true
            })
            yield* signIn({ groups: [] })
            assert.deepStrictEqual(yield* groupsOf(admin, first.id), [byHand], "what was given by hand stays")

            const before = (yield* followed(first.id)).length
            yield* signIn({ groups: [] })
            assert.lengthOf(yield* followed(first.id), before, "where nothing changes nothing is written")
          })
        )
    )

    it.effect("who is put into a group has what it gives from this sign-in on, and whoever looks on is told", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { admin, map, signIn } = yield* oidc()
          const team = yield* group(admin, { manager_tools: { usage_stats: true } })
          const { id } = yield* signIn()
          yield* ask(admin, "PUT", `/api/admin/users/${id}`, { role: "ui_user", manager_tools: { usage_stats: false } })
          yield* map({ claim: "groups", groups: [{ value: "storage", group_id: team["id"] }] })
          const without = yield* signIn({ groups: [] })
          const before = yield* Effect.promise(() => without.browser.session())
          assert.isFalse(before["manager_tools"].usage_stats)
          const { browser } = yield* signIn({ groups: ["storage"] })
          assert.isTrue((yield* Effect.promise(() => browser.session()))["manager_tools"].usage_stats)
          const after = yield* Effect.promise(() => without.browser.session())
          assert.isTrue(after["manager_tools"].usage_stats, "an open session has it too")
          assert.notStrictEqual(after["access_mark"], before["access_mark"])
        })
      )
    )

    it.effect(
      "a privileged group needs its own word, by a superadmin; one that became privileged since gets nobody without it",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { admin, map, signIn } = yield* oidc()
            const powerful = yield* group(admin, { privileges: { cluster_admin: true } })
            const plain = yield* group(admin)
            const refused = yield* map({
              claim: "groups",
              groups: [
                { value: "x", group_id: plain["id"] },
                { value: "power", group_id: powerful["id"] }
              ]
            })
            assert.strictEqual(refused.said, "422 validation_failed")
            assert.deepStrictEqual(
              refused.row["errors"].map(({ path }: Json) => path),
              [["payload", "config", "group_mapping", "groups", "1", "privileged"]]
            )
            const mere = (yield* inBrowser("ui_admin", true)).browser
            const opted = { claim: "groups", groups: [{ value: "power", group_id: powerful["id"], privileged: true }] }
            assert.strictEqual((yield* map(opted, mere)).said, "403 forbidden")
            assert.strictEqual((yield* map(opted)).said, "200")
            const { id } = yield* signIn({ groups: ["power"] })
            assert.deepStrictEqual(yield* groupsOf(admin, id), [powerful["id"]])

            assert.strictEqual(
              (yield* map({ claim: "groups", groups: [{ value: "x", group_id: plain["id"] }] }, mere)).said,
              "200"
            )
            assert.deepStrictEqual(yield* groupsOf(admin, id), [], "a mapping that goes takes at once what it gave")
            yield* signIn({ groups: ["x"] })
            assert.deepStrictEqual(yield* groupsOf(admin, id), [plain["id"]])
            assert.strictEqual(
              (yield* ask(admin, "PUT", `/api/admin/groups/${plain["id"]}`, { privileges: { storage_ops: true } }))
                .said,
              "200"
            )
            yield* signIn({ groups: ["x"] })
            assert.deepStrictEqual(yield* groupsOf(admin, id), [])
            assert.deepInclude((yield* followed(id)).at(-1)!, {
              removed: [plain["id"]],
              ignored: [{ group_id: plain["id"], reason: "privileged" }]
            })
          })
        )
    )

    it.effect(
      "a group that was deleted meanwhile is ignored and noted; the others are followed, and the provider's " +
        "page can be saved",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { admin, map, signIn } = yield* oidc()
            const [gone, kept] = [yield* group(admin), yield* group(admin)]
            const mapping = {
              claim: "groups",
              groups: [
                { value: "gone", group_id: gone["id"] },
                { value: "kept", group_id: kept["id"] }
              ]
            }
            yield* map(mapping)
            assert.strictEqual(
              (yield* ask(admin, "DELETE", `/api/admin/groups/${gone["id"]}?confirm_name=${gone["name"]}`)).said,
              "200"
            )
            const { id } = yield* signIn({ groups: ["gone", "kept"] })
            assert.deepStrictEqual(yield* groupsOf(admin, id), [kept["id"]])
            assert.deepInclude((yield* followed(id)).at(-1)!, {
              added: [kept["id"]],
              ignored: [{ group_id: gone["id"], reason: "deleted" }]
            })
            assert.strictEqual(
              (yield* map({ ...mapping, groups: [...mapping.groups, { value: "more", group_id: kept["id"] }] })).said,
              "200"
            )
            const unknown = yield* map({ claim: "groups", groups: [{ value: "new", group_id: 2_000_000_000 }] })
            assert.deepStrictEqual(
              [unknown.said, unknown.row["errors"][0].path.at(-1)],
              ["422 validation_failed", "group_id"]
            )
          })
        )
    )

    it.effect(
      "hostile claims put nobody anywhere: 10,000 groups, nested lists, numbers, NUL, another form",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { admin, map, signIn } = yield* oidc()
            const team = (yield* group(admin))["id"]
            yield* map({ claim: "groups", groups: [{ value: "storage", group_id: team }] })
            const many = Array.from({ length: 10_000 }, (_, index) => `group-${index}`)
            const { id } = yield* signIn({ groups: [...many, "storage"] })
            assert.deepStrictEqual(yield* groupsOf(admin, id), [team], "the one that counts is found among 10,000")
            const hostile: ReadonlyArray<readonly [unknown, string | null]> = [
              [many, null],
              [[["storage"]], "values_not_texts"],
              [[1, null, { storage: true }], "values_not_texts"],
              [["storage\u0000", "\u0000storage"], null],
              [{ storage: "storage" }, "claim_not_a_list"],
              [7, "claim_not_a_list"],
              [undefined, "claim_missing"]
            ]
            for (const [groups, fault] of hostile) {
              yield* signIn({ groups: ["storage"] })
              assert.deepStrictEqual(yield* groupsOf(admin, id), [team])
              yield* signIn(groups === undefined ? {} : { groups })
              assert.deepStrictEqual(yield* groupsOf(admin, id), [], JSON.stringify(groups)?.slice(0, 60))
              assert.deepInclude((yield* followed(id)).at(-1)!, { removed: [team], fault })
            }
            const trail = yield* Effect.flatMap(
              SqlClient.SqlClient,
              (sql) =>
                sql<{ text: string }>`select metadata::text as text from audit_logs where entity_id = ${String(id)}`
            )
            assert.isFalse(
              trail.some(({ text }) => text.includes("group-17")),
              "what a provider says is not written down"
            )
          })
        ),
      120_000
    )

    it.effect(
      "an identity that is revoked, a provider that is deleted: what they gave goes, and what another gives stays",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { admin, map, place, signIn } = yield* oidc()
            const sql = yield* SqlClient.SqlClient
            const [one, other] = [(yield* group(admin))["id"], (yield* group(admin))["id"]]
            yield* map({
              claim: "groups",
              groups: [
                { value: "one", group_id: one },
                { value: "other", group_id: other }
              ]
            })
            const { id } = yield* signIn({ groups: ["one", "other"] })
            yield* sql`insert into ui_group_member_origins (group_id, user_id, provider_type, provider_id, created_at)
              values (${one}, ${id}, 'ldap', 'elsewhere', now())`
            const security = yield* ask(admin, "GET", `/api/admin/users/${id}/security`)
            const [identity] = security.row["identities"]
            const email = (yield* ask(admin, "GET", `/api/admin/users/${id}`)).row["email"]
            assert.strictEqual(
              (yield* ask(
                admin,
                "POST",
                `/api/admin/users/${id}/identities/${identity.id}/revoke?confirm_name=${encodeURIComponent(email)}`
              )).said,
              "200"
            )
            assert.deepStrictEqual(yield* groupsOf(admin, id), [one])
            assert.strictEqual(
              (yield* ask(admin, "POST", `/api/admin/users/${id}/identities/${identity.id}/restore`)).said,
              "204"
            )
            yield* signIn({ groups: ["one", "other"] })
            assert.sameMembers([...(yield* groupsOf(admin, id))], [one, other])
            assert.strictEqual(
              (yield* ask(admin, "DELETE", `${place}?confirm_name=${encodeURIComponent("Company account")}`)).said,
              "200"
            )
            assert.deepStrictEqual(yield* groupsOf(admin, id), [one])
          })
        )
    )

    it.effect(
      "an administrator and a sign-in change one person's groups at once: neither waits for the other for " +
        "ever, nothing is lost",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { admin, map, signIn } = yield* oidc()
            const [theirs, mine] = [(yield* group(admin))["id"], (yield* group(admin))["id"]]
            yield* map({ claim: "groups", groups: [{ value: "storage", group_id: theirs }] })
            const { id } = yield* signIn({ groups: [] })
            for (let round = 0; round < 6; round++) {
              yield* Effect.all(
                [
                  signIn({ groups: round % 2 === 0 ? ["storage"] : [] }),
                  ask(admin, "PUT", `/api/admin/groups/${mine}`, {
                    user_details: round % 2 === 0 ? [{ user_id: id }] : []
                  })
                ],
                { concurrency: 2 }
              )
              assert.sameMembers([...(yield* groupsOf(admin, id))], round % 2 === 0 ? [theirs, mine] : [])
            }
          })
        ),
      120_000
    )
  })
})

requirement("OpenLDAP", slapdLack())("groups from a directory", () => {
  layer(World, { excludeTestServices: true, timeout: "120 seconds" })("at sign-in", (it) => {
    const directoryOf = (
      people: ReadonlyArray<Person>
    ): Effect.Effect<Awaited<ReturnType<typeof startSlapd>>, never, Scope.Scope> =>
      Effect.acquireRelease(
        Effect.promise(() => startSlapd({ people })),
        ({ close }) => Effect.promise(close)
      )

    it.effect(
      "the names in an attribute are compared as a directory does, with search and direct binds; who is taken " +
        "out there is taken out here",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { publicOrigin } = yield* Settings
            const admin = (yield* inBrowser("ui_superadmin", true)).browser
            const [team, europe] = [(yield* group(admin))["id"], (yield* group(admin))["id"]]
            const ada = {
              uid: "ada",
              password: "ada's password",
              name: "Ada Lovelace",
              email: `${unique("ada")}@example.org`
            }
            const first = yield* directoryOf([
              {
                ...ada,
                groups: [
                  "CN=Storage Team,OU=Groups,DC=example,DC=org",
                  "cn=storage\\, europe,ou=groups,dc=example,dc=org"
                ]
              }
            ])
            const id = unique("directory")
            const configOf = (server: typeof first, rest: object = {}) => ({
              url: server.url,
              bind_dn: server.readerDn,
              base_dn: server.baseDn,
              ca_certificate: server.caPem,
              subject_attribute: "uid",
              ...rest,
              group_mapping: {
                attribute: "seeAlso",
                groups: [
                  { value: "cn=storage team, ou=groups, dc=example, dc=org", group_id: team },
                  { value: "cn=Storage\\2c Europe,ou=groups,dc=example,dc=org", group_id: europe }
                ]
              }
            })
            yield* made(admin, "/api/admin/ldap-providers", {
              id,
              label: "Directory",
              enabled: true,
              config: configOf(first),
              bind_password: first.readerPassword
            })
            const tested = yield* ask(admin, "POST", "/api/admin/ldap-providers/test", { id, config: configOf(first) })
            assert.isTrue(tested.row["ok"], tested.text)
            assert.match(tested.text, /mail, cn and seeAlso/)
            const signIn = Effect.promise(async () => {
              const browser = new ConsoleBrowser(publicOrigin)
              const answer = await browser.post(`/api/auth/login/ldap/${id}`, {
                username: "ada",
                password: ada.password
              })
              assert.strictEqual(answer.status, 200, answer.text)
              return (await browser.session())["user"].id as number
            })
            const who = yield* signIn
            assert.sameMembers([...(yield* groupsOf(admin, who))], [team, europe])
            assert.deepStrictEqual((yield* detailsOf(admin, who))[0]?.["providers"], [
              { provider_type: "ldap", provider_id: id, provider_label: "Directory" }
            ])

            const later = yield* directoryOf([{ ...ada, groups: ["cn=storage team,ou=groups,dc=example,dc=org"] }])
            yield* ask(admin, "PUT", `/api/admin/ldap-providers/${id}`, {
              label: "Directory",
              enabled: true,
              config: configOf(later),
              bind_password: later.readerPassword
            })
            assert.strictEqual(yield* signIn, who)
            assert.deepStrictEqual(yield* groupsOf(admin, who), [team])

            const none = yield* directoryOf([ada])
            const direct = configOf(none, {
              bind_mode: "direct",
              bind_dn: null,
              base_dn: null,
              user_dn_template: none.userDnTemplate
            })
            assert.strictEqual(
              (yield* ask(admin, "PUT", `/api/admin/ldap-providers/${id}`, {
                label: "Directory",
                enabled: true,
                config: direct,
                bind_password: null
              })).said,
              "200"
            )
            assert.strictEqual(yield* signIn, who)
            assert.deepStrictEqual(yield* groupsOf(admin, who), [])
            assert.isNull(
              (yield* followed(who)).at(-1)?.["fault"],
              "who is in no group has no such attribute: that is no fault"
            )
          })
        ),
      120_000
    )

    it.effect(
      "an account that is somebody else's by hand is followed once an administrator has linked it, not before",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { publicOrigin } = yield* Settings
            const admin = (yield* inBrowser("ui_superadmin", true)).browser
            const target = (yield* somebody("ui_user")).user
            const team = (yield* group(admin))["id"]
            const server = yield* directoryOf([
              {
                uid: "eve",
                password: "eve's password",
                name: "Eve",
                email: target.email,
                groups: ["cn=team,dc=example,dc=org"]
              }
            ])
            const id = unique("directory")
            yield* made(admin, "/api/admin/ldap-providers", {
              id,
              label: "Directory",
              enabled: true,
              bind_password: server.readerPassword,
              config: {
                url: server.url,
                bind_dn: server.readerDn,
                base_dn: server.baseDn,
                ca_certificate: server.caPem,
                group_mapping: {
                  attribute: "seeAlso",
                  groups: [{ value: "cn=team,dc=example,dc=org", group_id: team }]
                }
              }
            })
            const answer = yield* Effect.promise(() =>
              new ConsoleBrowser(publicOrigin).post(`/api/auth/login/ldap/${id}`, {
                username: "eve",
                password: "eve's password"
              })
            )
            assert.strictEqual(answer.code, "link_pending")
            assert.deepStrictEqual(yield* groupsOf(admin, target.id), [])
          })
        )
    )
  })
})
