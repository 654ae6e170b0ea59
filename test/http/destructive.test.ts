import { assert, describe, it as check, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { access, RequiredAccess } from "#api/Access.ts"
import { Api } from "#api/Api.ts"
import { confirmQuery, Destructive, destructive } from "#api/Destructive.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { assertDestructionDeclared } from "#http/middleware/DestructionDeclared.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { again, enrolled, somebody } from "../rules/people.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { WholeService } from "../support/WholeService.ts"

const declared = Effect.runSync(assertDestructionDeclared(Api))
const named = [...declared.values()]
  .filter(({ destruction }) => destruction._tag === "Named")
  .map(({ method, path }) => `${method} ${path}`)

const endsSomething = /\/(revoke|reset-mfa|revoke-sessions|approve|reject|unregister|delete|remove)$/

describe("the contract", () => {
  check("every DELETE, and every POST whose address says that it ends something, declares how it is confirmed", () => {
    const silent: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint: { identifier, method, path }, group }) => {
        const ends = method === "DELETE" || (method === "POST" && endsSomething.test(path))
        if (ends && !declared.has(`${group.identifier}/${identifier}`)) silent.push(`${method} ${path}`)
      }
    })
    assert.deepStrictEqual(silent, [])
  })

  check(
    "what is confirmed by name may answer 409, says what went, and tells readers of the document by which name",
    () => {
      const spec = OpenApi.fromApi(Api) as unknown as {
        readonly paths: { readonly [path: string]: { readonly [method: string]: any } }
      }
      for (const { destruction, method, path } of declared.values()) {
        const operation = spec.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]
        const parameter = operation.parameters.find(({ name }: { readonly name: string }) => name === "confirm_name")
        assert.strictEqual(parameter !== undefined, destruction._tag === "Named", path)
        if (destruction._tag === "Itself") continue
        assert.isFalse(parameter.required ?? false, path)
        assert.include(parameter.description, destruction.name)
        assert.include(parameter.description, "stale_plan")
        assert.property(operation.responses, "409", path)
        assert.isTrue("200" in operation.responses || "201" in operation.responses, path)
      }
    }
  )

  check("the start fails where a DELETE says nothing, or a confirm_name stands without its declaration", () => {
    const silent = HttpApiEndpoint.delete("silent", "/silent", { success: Schema.String }).annotate(
      RequiredAccess,
      access.session()
    )
    const half = HttpApiEndpoint.post("half", "/half", { query: confirmQuery, success: Schema.String }).annotate(
      RequiredAccess,
      access.session()
    )
    const unasked = HttpApiEndpoint.delete("unasked", "/unasked", { success: Schema.String })
      .annotate(RequiredAccess, access.session())
      .annotate(Destructive, destructive.named("thing", "its name"))
    const refusal = Effect.runSync(
      Effect.flip(
        assertDestructionDeclared(HttpApi.make("half").add(HttpApiGroup.make("things").add(silent, half, unasked)))
      )
    )
    assert.deepStrictEqual(refusal.endpoints, ["DELETE /silent", "POST /half", "DELETE /unasked"])
  })
})

interface Thing {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly there: Effect.Effect<string>
  /** It is on a missing gateway: the right name only passes the confirmation. */
  readonly unreached?: true
  readonly body?: object
}

const now = new Date("2026-11-01T10:00:00Z")

const world = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { publicOrigin } = yield* Settings
  const { record: newcomer } = yield* enrolled("ui_superadmin")
  const [{ id: phone } = { id: 0 }] = yield* sql<{ readonly id: number }>`
    insert into webauthn_credentials (user_id, credential_id, public_key, counter, name, device_type, backed_up,
      created_at)
    values (${newcomer.user.id}, ${crypto.randomUUID()}, '\\x00', 0, 'Phone', 'singleDevice', false, ${now})
      returning id`
  const record = yield* again(newcomer)
  const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
  const browser = new ConsoleBrowser(publicOrigin)
  browser.enter({ [cookieNames.access]: Redacted.value(opened.access) }, opened.csrf)

  const textOf = (table: string, where: string, columns = "t.*") =>
    Effect.orDie(
      Effect.map(sql.unsafe(`select ${columns} from ${table} t where ${where}`), (rows) =>
        JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value))
      )
    )
  const idOf = (statement: Effect.Effect<ReadonlyArray<object>, unknown>) =>
    Effect.orDie(Effect.map(statement, ([row]) => (row as { readonly id: number | string }).id))
  // ids only: reconciliation still changes those of earlier requests
  const intents = textOf("gateway_intents", "true order by t.planned_at, t.id", "t.id, t.thing")

  const endpoint = Effect.suspend(() =>
    idOf(sql`
    insert into storage_endpoints (name, url, features_config, created_at, updated_at)
    values (${`North ${crypto.randomUUID()}`}, ${`http://${crypto.randomUUID()}.example.org`}, '{"features": {}}',
      ${now}, ${now}) returning id`)
  )
  const account = Effect.flatMap(endpoint, (place) =>
    idOf(sql`
    insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('Game assets', 'RGW00000000000000001', 'root', ${place}, 'key', 'sealed', ${now}) returning id`)
  )
  const gatewayUser = Effect.flatMap(endpoint, (place) =>
    idOf(sql`
    insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
    values ('Backup', 'backup', ${place}, 'key', 'sealed', ${now}) returning id`)
  )
  const connection = (owner: number | null) =>
    Effect.flatMap(endpoint, (place) =>
      idOf(sql`
    insert into s3_connections (name, owner_user_id, storage_endpoint_id, access_key, secret, seal, created_at,
      updated_at)
    values (${`Off-site ${crypto.randomUUID()}`}, ${owner}, ${place}, 'key', 'sealed', gen_random_uuid(), ${now},
      ${now}) returning id`)
    )
  const nameOf = (id: number | string) =>
    Effect.map(
      row("s3_connections", id),
      (text) => (JSON.parse(text) as ReadonlyArray<{ readonly name: string }>)[0]!.name
    )
  const provider = Effect.fnUntraced(function* (type: string) {
    const id = `p-${crypto.randomUUID().slice(0, 8)}`
    yield* Effect.orDie(sql`insert into identity_providers (type, id, label, is_enabled, config, created_at, updated_at)
      values (${type}, ${id}, 'Company account', true, '{}', ${now}, ${now})`)
    return id
  })
  const identity = (user: number) =>
    idOf(sql`
    insert into external_identities (user_id, provider_type, provider_id, subject, created_at)
    values (${user}, 'oidc', 'corp', ${crypto.randomUUID()}, ${now}) returning id`)
  const request = (user: number) =>
    idOf(sql`
    insert into identity_link_requests (provider_type, provider_id, subject, email, reason, target_user_id, status,
      requested_at, expires_at)
    values ('oidc', 'corp', ${crypto.randomUUID()}, 'ada@corp.example', 'manual', ${user}, 'pending', ${now},
      now() + interval '1 day') returning id`)
  const passkey = (user: number, name: string) =>
    idOf(sql`
    insert into webauthn_credentials (user_id, credential_id, public_key, counter, name, device_type, backed_up,
      created_at)
    values (${user}, ${crypto.randomUUID()}, '\\x00', 0, ${name}, 'singleDevice', false, ${now}) returning id`)
  const token = (user: number) =>
    idOf(sql`
    insert into api_tokens (id, user_id, name, hash, scopes, auth_version, created_at, expires_at)
    select ${crypto.randomUUID()}::uuid, id, 'Nightly backup', ${crypto.randomUUID()}, '["profile.read"]', auth_version,
      ${new Date()}, now() + interval '1 day'
    from ui_users where id = ${user} returning id`)

  const thing = (method: string, path: string, name: string, there: Effect.Effect<string>): Thing => ({
    method,
    path,
    name,
    there
  })
  const row = (table: string, id: number | string) => textOf(table, `t.id = '${id}'`)

  const managed = Effect.gen(function* () {
    const id = yield* account
    yield* Effect.orDie(sql`
      insert into user_associations (user_id, rgw_account_id, manager_role, allow_manager_browser_data_access)
      values (${record.user.id}, ${id}, 'account_administrator', true)`)
    return id
  })

  const offering = Effect.fnUntraced(function* (feature: string) {
    const id = yield* managed
    yield* Effect.orDie(sql`update storage_endpoints
      set features_config =
      ${JSON.stringify({ features: { account: { enabled: true }, [feature]: { enabled: true } } })}::jsonb
      where id = (select storage_endpoint_id from rgw_accounts where id = ${id})`)
    return id
  })

  const portal = Effect.gen(function* () {
    const account = yield* offering("iam")
    yield* sql`update user_associations set portal_role = 'portal_manager' where rgw_account_id = ${account}`
    yield* sql`update rgw_accounts set portal_settings = '{"enabled": true}' where id = ${account}`
    const space = yield* idOf(sql`
      insert into portal_spaces (rgw_account_id, name, bucket, created_at)
      values (${account}, 'Measurements', 'measurements', ${now}) returning id`)
    const access = yield* idOf(sql`
      insert into private_accesses (rgw_account_id, user_id, person, iam_user_name, connection_name, purpose,
        groups, managed_policies, inline_policies, state, state_since, created_at)
      values (${account}, ${record.user.id}, 'Ada', 'ada-portal', 'Game assets (Portal)', 'portal',
        '[]', '[]', '[]', 'active', ${now}, ${now}) returning id`)
    const key = yield* idOf(sql`
      insert into portal_access_keys (access_id, space_id, bucket_name, label, access_key, created_at)
      values (${access}, ${space}, 'measurements', 'Laptop', 'CUUTIET7IGMNN1I08S79', ${now}) returning id`)
    return { account, space, key }
  }).pipe(Effect.orDie)

  const makers: Readonly<
    Record<string, Effect.Effect<Thing, never, Effect.Services<ReturnType<typeof somebody>> | Sessions>>
  > = {
    "DELETE /api/admin/storage-endpoints/:id": Effect.gen(function* () {
      const id = yield* endpoint
      const name = (JSON.parse(yield* row("storage_endpoints", id)) as ReadonlyArray<{ readonly name: string }>)[0]!
        .name
      return thing("DELETE", `/api/admin/storage-endpoints/${id}`, name, row("storage_endpoints", id))
    }),
    "DELETE /api/admin/accounts/:id": Effect.map(account, (id) =>
      thing("DELETE", `/api/admin/accounts/${id}`, "Game assets", row("rgw_accounts", id))
    ),
    "DELETE /api/admin/s3-users/:id": Effect.map(gatewayUser, (id) =>
      thing("DELETE", `/api/admin/s3-users/${id}`, "Backup", row("rgw_users", id))
    ),
    "DELETE /api/admin/accounts/:id/gateway": Effect.map(account, (id) => ({
      ...thing("DELETE", `/api/admin/accounts/${id}/gateway`, "Game assets", row("rgw_accounts", id)),
      unreached: true as const
    })),
    "DELETE /api/admin/s3-users/:id/gateway": Effect.map(gatewayUser, (id) => ({
      ...thing("DELETE", `/api/admin/s3-users/${id}/gateway`, "Backup", row("rgw_users", id)),
      unreached: true as const
    })),
    "DELETE /api/admin/s3-connections/:id": Effect.gen(function* () {
      const id = yield* connection(null)
      return thing("DELETE", `/api/admin/s3-connections/${id}`, yield* nameOf(id), row("s3_connections", id))
    }),
    "DELETE /api/connections/:id": Effect.gen(function* () {
      const id = yield* connection(record.user.id)
      return thing("DELETE", `/api/connections/${id}`, yield* nameOf(id), row("s3_connections", id))
    }),
    "DELETE /api/admin/s3-connections/:id/users/:user_id": Effect.gen(function* () {
      const id = yield* connection(null)
      const { user } = yield* somebody()
      yield* Effect.orDie(
        sql`insert into user_associations (user_id, s3_connection_id, manager_role)
          values (${user.id}, ${id}, 'account_administrator')`
      )
      return thing(
        "DELETE",
        `/api/admin/s3-connections/${id}/users/${user.id}`,
        user.email,
        textOf("user_associations", `t.s3_connection_id = ${id}`)
      )
    }),
    "DELETE /api/admin/groups/:id": Effect.gen(function* () {
      const id = yield* idOf(
        sql`insert into ui_groups (name, created_at, updated_at)
          values (${`Team ${crypto.randomUUID()}`}, ${now}, ${now}) returning id`
      )
      const name = (JSON.parse(yield* row("ui_groups", id)) as ReadonlyArray<{ readonly name: string }>)[0]!.name
      return thing("DELETE", `/api/admin/groups/${id}`, name, row("ui_groups", id))
    }),
    "DELETE /api/admin/users/:user_id": Effect.map(somebody(), ({ user }) =>
      thing("DELETE", `/api/admin/users/${user.id}`, user.email, row("ui_users", user.id))
    ),
    "POST /api/admin/users/:user_id/reset-mfa": Effect.gen(function* () {
      const { user } = yield* somebody()
      yield* passkey(user.id, "Key")
      return thing(
        "POST",
        `/api/admin/users/${user.id}/reset-mfa`,
        user.email,
        textOf("webauthn_credentials", `t.user_id = ${user.id}`)
      )
    }),
    "POST /api/admin/users/:user_id/revoke-sessions": Effect.gen(function* () {
      const other = yield* somebody()
      yield* (yield* Sessions).open(other, null)
      return thing(
        "POST",
        `/api/admin/users/${other.user.id}/revoke-sessions`,
        other.user.email,
        textOf("auth_sessions", `t.user_id = ${other.user.id}`)
      )
    }),
    "POST /api/admin/users/:user_id/identities/:identity_id/revoke": Effect.gen(function* () {
      const { user } = yield* somebody()
      const id = yield* identity(user.id)
      return thing(
        "POST",
        `/api/admin/users/${user.id}/identities/${id}/revoke`,
        user.email,
        row("external_identities", id)
      )
    }),
    ...Object.fromEntries(
      ["approve", "reject"].map((verb) => [
        `POST /api/admin/identity/link-requests/:request_id/${verb}`,
        Effect.gen(function* () {
          const { user } = yield* somebody()
          const id = yield* request(user.id)
          return thing(
            "POST",
            `/api/admin/identity/link-requests/${id}/${verb}`,
            user.email,
            row("identity_link_requests", id)
          )
        })
      ])
    ),
    "DELETE /api/admin/identity/sessions/:session_id": Effect.gen(function* () {
      const other = yield* somebody()
      const { sessionId } = yield* (yield* Sessions).open(other, null)
      return thing(
        "DELETE",
        `/api/admin/identity/sessions/${sessionId}`,
        other.user.email,
        row("auth_sessions", sessionId)
      )
    }),
    ...Object.fromEntries(
      ["oidc", "ldap"].map((type) => [
        `DELETE /api/admin/${type}-providers/:provider_id`,
        Effect.map(provider(type), (id) =>
          thing("DELETE", `/api/admin/${type}-providers/${id}`, "Company account", row("identity_providers", id))
        )
      ])
    ),
    "DELETE /api/auth/api-tokens/:token_id": Effect.map(token(record.user.id), (id) =>
      thing("DELETE", `/api/auth/api-tokens/${id}`, "Nightly backup", row("api_tokens", id))
    ),
    "DELETE /api/me/sessions/:session_id": Effect.gen(function* () {
      const { sessionId } = yield* (yield* Sessions).open(record, null)
      yield* Effect.orDie(
        sql`update auth_sessions
          set user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
          where id = ${sessionId}::uuid`
      )
      return thing("DELETE", `/api/me/sessions/${sessionId}`, "Firefox on Linux", row("auth_sessions", sessionId))
    }),
    "DELETE /api/me/passkeys/:passkey_id": Effect.succeed(
      thing("DELETE", `/api/me/passkeys/${phone}`, "Phone", row("webauthn_credentials", phone))
    ),
    "DELETE /api/manager/buckets/:bucket_name": Effect.gen(function* () {
      const id = yield* managed
      return { ...thing("DELETE", `/api/manager/buckets/logs?context_id=${id}`, "logs", intents), unreached: true }
    }),
    "PUT /api/manager/buckets/:bucket_name/quarantine": Effect.map(managed, (id) => ({
      ...thing(
        "PUT",
        `/api/manager/buckets/logs/quarantine?context_id=${id}`,
        "logs",
        textOf("bucket_quarantines", "true")
      ),
      unreached: true as const,
      body: { day: "2026-12-24" }
    })),
    "POST /api/manager/migrations/:migration_id/continue": Effect.gen(function* () {
      const id = yield* managed
      const draft = yield* Effect.promise(() =>
        browser.post(`/api/manager/migrations?context_id=${id}`, {
          source_context_id: String(id),
          target_context_id: String(id),
          buckets: [{ source: "logs", target: "moved" }],
          mode: "pre_sync",
          strategy: "current_only",
          copy_bucket_settings: false,
          strong_integrity_check: true,
          delete_source: true
        })
      )
      const migration = draft.body["id"] as number
      const run = yield* idOf(sql`
        insert into work_runs (kind, title, scope, listing_key, params, caller, created_at, state)
        select 'bucket_migration', 'Migrate logs', 'manager', listing_key, '{}', '{}', ${now}, 'awaiting_cutover'
        from bucket_migrations where id = ${migration} returning id`)
      yield* Effect.orDie(sql`update bucket_migrations set run_id = ${run} where id = ${migration}`)
      return {
        ...thing(
          "POST",
          `/api/manager/migrations/${migration}/continue?context_id=${id}`,
          "logs",
          row("work_runs", run)
        ),
        unreached: true as const
      }
    }),
    "POST /api/manager/buckets/:bucket_name/emptying": Effect.map(managed, (id) => ({
      ...thing("POST", `/api/manager/buckets/logs/emptying?context_id=${id}`, "logs", textOf("work_runs", "true")),
      unreached: true as const,
      body: { delete_bucket: true }
    })),
    ...Object.fromEntries(
      (
        [
          ["users/:user_name", "users/ada", "ada"],
          ["groups/:group_name", "groups/devs", "devs"],
          ["roles/:role_name", "roles/reader", "reader"],
          ["users/:user_name/keys/:access_key", "users/ada/keys/AKIA0", "AKIA0"],
          [":entity/:name/inline-policies/:policy_name", "users/ada/inline-policies/own", "own"]
        ] as const
      ).map(([route, path, name]) => [
        `DELETE /api/manager/iam/${route}`,
        Effect.gen(function* () {
          return {
            ...thing("DELETE", `/api/manager/iam/${path}?context_id=${yield* offering("iam")}`, name, intents),
            unreached: true as const
          }
        })
      ])
    ),
    "DELETE /api/manager/topics/:topic_arn": Effect.map(offering("sns"), (id) => ({
      ...thing("DELETE", `/api/manager/topics/arn:aws:sns:default:RGW1:uploads?context_id=${id}`, "uploads", intents),
      unreached: true as const
    })),
    "DELETE /api/manager/private-access/:access_id": Effect.gen(function* () {
      const account = yield* offering("iam")
      const id = yield* idOf(sql`
        insert into private_accesses (rgw_account_id, user_id, person, iam_user_name, connection_name, groups,
          managed_policies, inline_policies, state, state_since, created_at)
        values (${account}, ${record.user.id}, 'Ada', 'ada-private', 'Game assets', '[]', '[]', '[]', 'active', ${now},
          ${now}) returning id`)
      return {
        ...thing(
          "DELETE",
          `/api/manager/private-access/${id}?context_id=${account}`,
          "ada-private",
          row("private_accesses", id)
        ),
        unreached: true as const
      }
    }),
    "DELETE /api/admin/billing/rate-cards/:id": Effect.gen(function* () {
      const place = yield* endpoint
      const id = yield* idOf(sql`
        insert into rate_cards (storage_endpoint_id, name, currency, valid_from, price_per_gib_month, price_per_gib_out,
          prices_per_thousand_operations, created_at, updated_at)
        values (${place}, 'Prices of 2026', 'EUR', '2026-01-01', 0.02, 0.01, '{}', ${now}, ${now}) returning id`)
      return thing("DELETE", `/api/admin/billing/rate-cards/${id}`, "Prices of 2026", row("rate_cards", id))
    }),
    "DELETE /api/admin/billing/credits/:id": Effect.gen(function* () {
      const subject = yield* account
      const id = yield* idOf(sql`
        insert into billing_credits (subject_type, subject_id, month, currency, amount, reason, created_at)
        values ('S3Account', ${subject}, '2026-10-01', 'EUR', 10, 'Outage in October', ${now}) returning id`)
      return thing("DELETE", `/api/admin/billing/credits/${id}`, "Outage in October", row("billing_credits", id))
    }),
    "DELETE /api/portal/spaces/:space_id": Effect.gen(function* () {
      const { account, space } = yield* portal
      return thing(
        "DELETE",
        `/api/portal/spaces/${space}?account_id=${account}`,
        "Measurements",
        row("portal_spaces", space)
      )
    }),
    "DELETE /api/portal/access-keys/:key_id": Effect.gen(function* () {
      const { account, key } = yield* portal
      return {
        ...thing(
          "DELETE",
          `/api/portal/access-keys/${key}?account_id=${account}`,
          "CUUTIET7IGMNN1I08S79",
          row("portal_access_keys", key)
        ),
        unreached: true as const
      }
    })
  }
  const send = ({ body, method, path }: Thing, name?: string) =>
    Effect.promise(() =>
      browser.send(
        method,
        name === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}confirm_name=${encodeURIComponent(name)}`,
        body
      )
    )
  const denials = textOf("audit_logs", "t.action = 'access.denied' and t.metadata ->> 'code' = 'stale_plan'")
  return {
    makers,
    send,
    intents,
    denials: Effect.map(
      denials,
      (text) => JSON.parse(text) as ReadonlyArray<{ readonly entity_id: string; readonly actor_email: string }>
    ),
    browser,
    sql,
    record
  }
})

layer(WholeService({ mfaRecentMinutes: 15 }), { excludeTestServices: true, timeout: "120 seconds" })(
  "what a person confirmed",
  (it) => {
    it.effect(
      "another name than the thing has is 409, nothing goes, no intent is left, and the audit trail knows; the " +
        "right one says what went",
      () =>
        Effect.gen(function* () {
          const { denials, intents, makers, send } = yield* world
          assert.deepStrictEqual(
            Object.keys(makers).sort(),
            named.toSorted(),
            "a case for every endpoint that is confirmed by name"
          )
          for (const [endpoint, maker] of Object.entries(makers)) {
            const thing = yield* maker
            const before = yield* thing.there
            if (!thing.unreached) assert.notStrictEqual(before, "[]", endpoint)
            const planned = yield* intents
            for (const wrong of [
              `${thing.name}x`,
              thing.name.toUpperCase() === thing.name ? thing.name.toLowerCase() : thing.name.toUpperCase(),
              ` ${thing.name}`,
              "",
              "​",
              "’; drop table"
            ]) {
              const refused = yield* send(thing, wrong)
              assert.strictEqual(
                `${refused.status} ${refused.code}`,
                "409 stale_plan",
                `${endpoint} as ${JSON.stringify(wrong)}: ${refused.text}`
              )
              assert.include(refused.body["detail"], `“${thing.name}”`, "says what it is called now")
            }
            assert.strictEqual(yield* thing.there, before, `${endpoint}: nothing went`)
            assert.strictEqual(yield* intents, planned, endpoint)
            assert.strictEqual((yield* denials).filter(({ entity_id }) => entity_id === endpoint).length, 6, endpoint)
            const right = yield* send(thing, thing.name)
            if (thing.unreached) assert.notStrictEqual(right.code, "stale_plan", endpoint)
            else {
              assert.strictEqual(right.status, 200, `${endpoint}: ${right.text}`)
              assert.notStrictEqual(yield* thing.there, before, `${endpoint}: it went`)
              if (!endpoint.includes("link-requests")) assert.strictEqual(right.body["name"], thing.name, endpoint)
            }
          }
        }),
      { timeout: 60_000 }
    )

    it.effect("automation that asks nobody sends no name", () =>
      Effect.gen(function* () {
        const { makers, send } = yield* world
        const thing = yield* makers["DELETE /api/admin/users/:user_id"]!
        const answer = yield* send(thing)
        assert.deepStrictEqual([answer.status, answer.body["name"]], [200, thing.name])
      })
    )

    it.effect("what was renamed in another tab stays, and two who delete at once delete once", () =>
      Effect.gen(function* () {
        const { makers, send, sql } = yield* world
        const thing = yield* makers["DELETE /api/admin/storage-endpoints/:id"]!
        const id = Number(thing.path.split("/").at(-1))
        yield* sql`update storage_endpoints set name = ${`${thing.name} (old)`} where id = ${id}`
        assert.strictEqual((yield* send(thing, thing.name)).code, "stale_plan")
        const answers = yield* Effect.all(
          [1, 2, 3].map(() => send(thing, `${thing.name} (old)`)),
          { concurrency: 3 }
        )
        assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
      })
    )

    it.effect("a name that is given twice, or that no text can be, is refused before anything is looked at", () =>
      Effect.gen(function* () {
        const { browser, makers } = yield* world
        const thing = yield* makers["DELETE /api/admin/users/:user_id"]!
        const before = yield* thing.there
        for (const query of [
          `confirm_name=a&confirm_name=${encodeURIComponent(thing.name)}`,
          "confirm_name=a%00b",
          `confirm_name=${"x".repeat(2_001)}`
        ]) {
          assert.strictEqual(
            (yield* Effect.promise(() => browser.send("DELETE", `${thing.path}?${query}`))).status,
            422,
            query.slice(0, 40)
          )
        }
        assert.strictEqual(yield* thing.there, before)
      })
    )
  }
)
