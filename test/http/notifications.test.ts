import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { UiRole } from "#domain/platform/access/Caller.ts"
import type { Notification } from "#domain/platform/Notification.ts"
import { notificationLink } from "#domain/platform/notificationLink.ts"
import { cookieNames } from "#http/sessionCookies.ts"
import { NotificationRecords } from "#services/platform/NotificationRecords.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { somebody } from "../rules/people.ts"
import { EventConnection } from "../support/EventConnection.ts"
import { WholeService } from "../support/WholeService.ts"

interface Page {
  readonly items: ReadonlyArray<Notification>
  readonly next_cursor: string | null
  readonly unread_count: number
  readonly code?: string
}

const person = Effect.fnUntraced(function* (role: UiRole) {
  const record = yield* somebody(role)
  const opened = yield* (yield* Sessions).open(record, yield* DateTime.now)
  return { id: record.user.id, cookie: `${cookieNames.access}=${Redacted.value(opened.access)}`, csrf: opened.csrf }
})
type Person = Effect.Success<ReturnType<typeof person>>

const ask = Effect.fnUntraced(function* ({ cookie, csrf }: Person, path: string, body?: unknown) {
  const { publicOrigin } = yield* Settings
  return yield* Effect.promise(async () => {
    const response = await fetch(`${publicOrigin}/api/notifications${path}`, {
      headers: {
        cookie,
        ...(body === undefined
          ? {}
          : { origin: publicOrigin, "x-csrf-token": csrf, "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
    return { status: response.status, body: (await response.json()) as Page }
  })
})

const tell = (userId: number, type = "note", payload: object = {}) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: number }>`
    insert into notifications (user_id, type, severity, title, message, payload_json, created_at)
    values (${userId}, ${type}, 'info', 'Title', 'Message', ${JSON.stringify(payload)}::text::jsonb, now())
      returning id::int as id`,
      ([row]) => row!.id
    )
  )

const linkRequest = Effect.fnUntraced(function* (role: UiRole) {
  const sql = yield* SqlClient.SqlClient
  const target = yield* somebody(role)
  const [row] = yield* sql<{ id: number }>`
    insert into identity_link_requests (provider_type, provider_id, subject, email, reason, target_user_id, status,
      requested_at, expires_at)
    values ('oidc', 'company', ${crypto.randomUUID()}, 'x@example.org', 'by hand', ${target.user.id}, 'pending', now(),
      now() + interval '7 days') returning id`
  return row!.id
})

layer(WholeService(), { excludeTestServices: true, timeout: "60 seconds" })("notifications", (it) => {
  it.effect("are told newest first, by pages, to their reader alone", () =>
    Effect.gen(function* () {
      const [ada, grace] = [yield* person("ui_user"), yield* person("ui_none")]
      const told: Array<number> = []
      for (let count = 0; count < 23; count++) told.push(yield* tell(ada.id))
      yield* tell(grace.id)
      const found: Array<number> = []
      for (let cursor = ""; ; ) {
        const { body } = yield* ask(ada, `?limit=10${cursor === "" ? "" : `&cursor=${cursor}`}`)
        assert.strictEqual(body.unread_count, 23)
        found.push(...body.items.map(({ id }) => id))
        if (body.next_cursor === null) break
        cursor = body.next_cursor
      }
      assert.deepStrictEqual(found, told.reverse())
      assert.lengthOf((yield* ask(grace, "")).body.items, 1, "also who has no workspace reads their own")
    })
  )

  it.effect("are marked read one by one, all, or all until one; another’s cannot be", () =>
    Effect.gen(function* () {
      const [ada, grace] = [yield* person("ui_user"), yield* person("ui_user")]
      const [first, second, third] = [yield* tell(ada.id), yield* tell(ada.id), yield* tell(ada.id)]
      const theirs = yield* tell(grace.id)
      assert.deepInclude(yield* ask(ada, `/${second}/read`, {}), { status: 200, body: { unread_count: 2 } as never })
      assert.deepInclude(
        yield* ask(ada, `/${second}/read`, {}),
        { status: 200, body: { unread_count: 2 } as never },
        "again is no fault"
      )
      assert.deepStrictEqual(
        (yield* ask(ada, "?unread=true")).body.items.map(({ id }) => id),
        [third, first]
      )
      assert.strictEqual((yield* ask(ada, `/${theirs}/read`, {})).status, 404)
      assert.strictEqual((yield* ask(ada, "/9007199254740990/read", {})).status, 404)
      assert.strictEqual((yield* ask(ada, `/${theirs}`)).status, 404)
      assert.deepInclude(yield* ask(ada, `/${second}`), { status: 200 })
      assert.deepInclude((yield* ask(ada, "/read", { up_to: second })).body, { unread_count: 1 })
      assert.deepInclude((yield* ask(ada, "/read", {})).body, { unread_count: 0 })
      assert.deepInclude((yield* ask(grace, "")).body, { unread_count: 1 })
      assert.isTrue((yield* ask(ada, "")).body.items.every(({ read_at }) => read_at !== null))
      for (const [path, body] of [
        ["/read", { up_to: "x" }],
        ["/read", { upto: 1 }],
        ["/read", { up_to: null }],
        ["/-1/read", {}],
        ["/1e99/read", {}]
      ] as const) {
        assert.strictEqual((yield* ask(ada, path, body)).status, 422, `${path} ${JSON.stringify(body)}`)
      }
      for (const query of [
        "?cursor=x",
        "?limit=0",
        "?unread=yes",
        "?page=1",
        `?cursor=${Buffer.from('["-1"]').toString("base64url")}`
      ]) {
        assert.strictEqual((yield* ask(ada, query)).status, 422, query)
      }
    })
  )

  it.effect(
    "what somebody may not decide any more is neither listed nor counted, and leads to the request while it is",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [superadmin, admin] = [yield* person("ui_superadmin"), yield* person("ui_admin")]
        const standard = yield* linkRequest("ui_user")
        const privileged = yield* linkRequest("ui_admin")
        for (const reader of [superadmin, admin])
          for (const id of [standard, privileged]) yield* tell(reader.id, "identity_link_request", { request_id: id })
        const seen = (who: Person) =>
          Effect.map(ask(who, ""), ({ body }) => [
            body.items.map(({ payload_json }) => payload_json["request_id"]),
            body.unread_count
          ])
        assert.deepStrictEqual(yield* seen(superadmin), [[privileged, standard], 2])
        assert.deepStrictEqual(yield* seen(admin), [[standard], 1])
        assert.strictEqual(
          (yield* ask(admin, "")).body.items[0]?.link,
          `/admin/identity/link-requests?status=&open=${standard}`
        )
        yield* sql`delete from identity_link_requests where id = ${standard}`
        assert.deepStrictEqual(yield* seen(admin), [[], 0])
        assert.deepStrictEqual(yield* seen(superadmin), [[privileged], 1])
        const workspace = null
        assert.isNull(
          notificationLink({ type: "identity_link_request", payload_json: { request_id: "5&x=y" }, workspace })
        )
        assert.isNull(notificationLink({ type: "something new", payload_json: {}, workspace }))
      })
  )

  it.effect("a quota alert links to the page where its reader may act now", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [admin, manager, portalManager] = [
        yield* person("ui_admin"),
        yield* person("ui_user"),
        yield* person("ui_user")
      ]
      yield* sql`update ui_users set quota_alerts_global_watch = true where id = ${admin.id}`
      const [endpoint] = yield* sql<{ id: number }>`
        insert into storage_endpoints (name, url, features_config, created_at, updated_at)
        values ('quotas', 'http://quotas.test', '{"features": {}}', now(), now()) returning id`
      const [account] = yield* sql<{ id: number }>`
        insert into rgw_accounts (name, rgw_account_id, rgw_user_uid, storage_endpoint_id, access_key, secret,
          portal_settings, created_at)
        values ('quotas', 'RGWquotas', 'quotas', ${endpoint!.id}, 'k', 's', '{"enabled": true}', now()) returning id`
      const [user] = yield* sql<{ id: number }>`
        insert into rgw_users (name, rgw_user_uid, storage_endpoint_id, access_key, secret, created_at)
        values ('quotas', 'quotas', ${endpoint!.id}, 'k', 's', now()) returning id`
      yield* sql`
        insert into user_associations (user_id, rgw_account_id, manager_role, portal_role) values
          (${manager.id}, ${account!.id}, 'account_administrator', 'portal_manager'),
          (${portalManager.id}, ${account!.id}, null, 'portal_manager')`
      yield* sql`
        insert into user_associations (user_id, rgw_user_id, manager_role)
        values (${manager.id}, ${user!.id}, 'account_administrator')`
      for (const { id } of [admin, manager, portalManager])
        yield* tell(id, "quota_alert", { subject_type: "S3Account", subject_id: account!.id, state: "full" })
      yield* tell(manager.id, "quota_alert", { subject_type: "S3User", subject_id: user!.id, state: "full" })
      const links = (who: Person) => Effect.map(ask(who, ""), ({ body }) => body.items.map(({ link }) => link))
      assert.deepStrictEqual(yield* links(admin), [`/admin/quotas/S3Account/${account!.id}`])
      assert.deepStrictEqual(yield* links(manager), [
        `/manager/usage?context_id=s3u-${user!.id}`,
        `/manager/usage?context_id=${account!.id}`
      ])
      assert.deepStrictEqual(yield* links(portalManager), ["/portal"])
      yield* sql`update user_associations set manager_role = null where rgw_account_id = ${account!.id}`
      yield* sql`delete from user_associations where rgw_user_id = ${user!.id}`
      assert.deepStrictEqual(yield* links(manager), ["/portal"], "rights are checked at each listing")
    })
  )

  it.effect("the session tells the count, and a stream tells it whenever it changes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { publicOrigin } = yield* Settings
        const ada = yield* person("ui_superadmin")
        const id = yield* tell(ada.id)
        const session = yield* Effect.promise(
          async () =>
            (await (await fetch(`${publicOrigin}/api/auth/session`, { headers: { cookie: ada.cookie } })).json()) as {
              readonly unread_notifications: number
            }
        )
        assert.strictEqual(session.unread_notifications, 1)
        const open = Effect.acquireRelease(
          Effect.promise(() =>
            EventConnection.open(`${publicOrigin}/api/notifications/stream`, { cookie: ada.cookie })
          ),
          (connection) => Effect.sync(() => connection.close())
        )
        const [one, other] = [yield* open, yield* open]
        const counts = (count: number) =>
          Effect.promise(() =>
            Promise.all(
              [one, other].map((connection) =>
                connection.received(
                  ({ data, event }) =>
                    event === "unread" && (data as { readonly unread_count: number }).unread_count === count
                )
              )
            )
          )
        yield* counts(1)
        yield* (yield* NotificationRecords).addForRoles(
          ["ui_superadmin"],
          { type: "note", severity: "info", title: "t", message: "m", payload: {} },
          yield* DateTime.now
        )
        yield* counts(2)
        yield* ask(ada, `/${id}/read`, {})
        yield* ask(ada, "/read", {})
        yield* counts(0)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update auth_sessions set revoked_at = now(), revoked_reason = 'test' where user_id = ${ada.id}`
        const ended = yield* Effect.promise(() => one.over).pipe(Effect.timeout("5 seconds"))
        assert.strictEqual(ended, "ended")
      })
    )
  )

  it.effect("are counted up to a hundred, and a page of many is looked up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ada = yield* person("ui_user")
      yield* sql`insert into notifications (user_id, type, severity, title, message, created_at) select ${ada.id},
        'note', 'info', 't', 'm', now() from generate_series(1, 5000)`
      assert.deepInclude((yield* ask(ada, "?limit=1")).body, { unread_count: 100 })
    })
  )
})
