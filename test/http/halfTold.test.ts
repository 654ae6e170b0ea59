import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as net from "node:net"
import { cookieNames } from "#http/sessionCookies.ts"
import { Registry } from "#services/accounts/Registry.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Sessions } from "#services/identity/sessions/Sessions.ts"
import { Settings } from "#services/platform/Settings.ts"
import { account, freshSandbox } from "../layers/sandbox/support.ts"
import { administrator } from "../services/support/storageFixture.ts"
import { firstAdministrator } from "../support/firstAdministrator.ts"
import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const { gateway: real, lack } = await realGateway("a")

interface Place {
  readonly url: string
  readonly admin: { readonly accessKey: string; readonly secretKey: string }
  readonly account: {
    readonly id: string
    readonly uid: string
    readonly accessKey: string
    readonly secretKey: string
  }
}

const sandbox = Effect.map(freshSandbox(), (gateway): Place => {
  const { accessKey, id, rootUid, secretKey } = account(gateway)
  // the window in which callers hang up is some tens of milliseconds wide, as with a real gateway
  for (const op of ["CreateBucket", "DeleteBucket"]) gateway.faults.inject({ match: { op }, effect: { delayMs: 20 } })
  return { url: gateway.url, admin: gateway.admin, account: { id, uid: rootUid, accessKey, secretKey } }
})

const ofReal = Effect.sync((): Place => {
  assert.isDefined(real)
  const [{ id, root }] = real.accounts
  return {
    url: real.url,
    admin: real.admin,
    account: { id, uid: root.uid, accessKey: root.accessKey, secretKey: root.secretKey }
  }
})

const registered = Effect.fnUntraced(function* ({ account: { accessKey, id, secretKey, uid }, admin, url }: Place) {
  const { publicOrigin } = yield* Settings
  const person = yield* firstAdministrator
  const endpoint = yield* (yield* StorageEndpoints).create(administrator, {
    name: "gateway",
    url,
    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
    admin_access_key: admin.accessKey,
    admin_secret_key: Redacted.make(admin.secretKey)
  })
  const registration = yield* (yield* Registry).add(
    administrator,
    "account",
    {
      name: "acme",
      externalId: id,
      uid,
      endpointId: endpoint.id,
      verb: "import",
      links: { user_links: [{ user_id: person.user.id, manager_role: "account_administrator" }] }
    },
    { access_key: accessKey, secret_key: Redacted.make(secretKey) }
  )
  const session = yield* (yield* Sessions).open(person, null)
  const context = yield* (yield* ExecutionContexts).forListing(`endpoint:${endpoint.id}/owner:${id}`)
  const headers = [
    `host: ${new URL(publicOrigin).host}`,
    `origin: ${publicOrigin}`,
    `cookie: ${cookieNames.access}=${Redacted.value(session.access)}`,
    `x-csrf-token: ${session.csrf}`,
    "content-type: application/json"
  ]
  /** Sends a request and cuts the connection after these milliseconds; null: after the answer, which it returns. */
  const hangUp = (method: string, path: string, body: string, after: number | null) =>
    Effect.callback<string>((resume) => {
      const socket = net.connect(Number(new URL(publicOrigin).port), "127.0.0.1")
      let heard = ""
      socket.setEncoding("utf8").on("data", (text: string) => {
        heard += text
        if (after === null) socket.destroy()
      })
      socket.on("error", () => {})
      socket.on("close", () => resume(Effect.succeed(heard)))
      socket.once("connect", () => {
        socket.write(
          `${method} ${path}?context_id=${registration.id} ` +
            `HTTP/1.1\r\n${headers.join("\r\n")}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
        )
        if (after !== null) setTimeout(() => socket.destroy(), after)
      })
    })
  return { context, hangUp }
})

/** Fifty-one times from none to 100 ms, or further apart where the machine is so slow that a change takes longer. */
const momentsFor = (whole: number) => Array.from({ length: 51 }, (_, index) => index * Math.max(2, (whole * 1.3) / 50))

const quiet = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  let before = -1
  while (true) {
    const [row] = yield* sql<{ open: number; all: number }>`
      select count(*) filter (where outcome is null)::int as open, count(*)::int as all from gateway_intents`
    if (row!.open === 0 && row!.all === before) return
    before = row!.all
    yield* Effect.sleep("250 millis")
  }
}).pipe(Effect.timeout("60 seconds"))

const settings = { gateway: { timeout: Duration.seconds(5), concurrency: 16 }, databaseMaxConnections: 8 }

for (const [name, missing, place] of [
  ["sandbox", undefined, sandbox],
  ["real RGW", lack, ofReal]
] as const) {
  requirement(name, missing)(`a caller who hangs up at any millisecond, on the ${name},`, () => {
    layer(WholeService(settings), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "leaves no bucket created or deleted without its audit row, and no phantom in the listing",
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const { context, hangUp } = yield* registered(yield* place)
            const prefix = `hang-${crypto.randomUUID().slice(0, 8)}`
            const names = Array.from({ length: 51 }, (_, index) => `${prefix}-${String(index).padStart(2, "0")}`)
            const whole = Effect.fnUntraced(function* (method: string, path: string, body: string) {
              const began = performance.now()
              assert.match(yield* hangUp(method, path, body, null), /^HTTP\/1.1 20[014]/)
              return performance.now() - began
            })
            const listings = yield* BucketListings
            const query = { search: prefix } as const
            yield* listings.page(context.listingKey, query)

            const compare = Effect.fnUntraced(function* (action: string) {
              yield* quiet
              const there = new Set((yield* (yield* BucketGateway).list(context.s3)).map(({ name }) => name))
              const listed = new Set((yield* listings.page(context.listingKey, query)).items.map(({ name }) => name))
              const rows = yield* sql<{ name: string; status: string }>`
            select entity_id as name, status from audit_logs where action = ${action}
              and entity_id like ${`${prefix}%`}`
              const told = new Map(rows.map(({ name, status }) => [name, status]))
              assert.strictEqual(told.size, rows.length, "one entry for a change")
              assert.deepStrictEqual(
                names.filter((name) => there.has(name) !== listed.has(name)),
                [],
                "the listing shows what is there"
              )
              return { there, told }
            })

            yield* whole("POST", "/api/manager/buckets", JSON.stringify({ name: `warm-${prefix}` }))
            const creation = yield* whole("POST", "/api/manager/buckets", JSON.stringify({ name: `whole-${prefix}` }))
            for (const [index, after] of momentsFor(creation).entries()) {
              yield* hangUp("POST", "/api/manager/buckets", JSON.stringify({ name: names[index] }), after)
            }
            const created = yield* compare("bucket.create")
            assert.deepStrictEqual(
              [...created.told]
                .filter(([, status]) => status === "success")
                .map(([name]) => name)
                .sort(),
              names.filter((name) => created.there.has(name))
            )
            assert.isAbove(created.told.size, 5, "some were begun")

            const present = names.filter((name) => created.there.has(name))
            const deletion = yield* whole("DELETE", `/api/manager/buckets/whole-${prefix}`, "")
            const moments = momentsFor(deletion)
            for (const [index, name] of present.entries()) {
              yield* hangUp(
                "DELETE",
                `/api/manager/buckets/${name}`,
                "",
                moments[Math.floor((index * moments.length) / present.length)]!
              )
            }
            const deleted = yield* compare("bucket.delete")
            assert.deepStrictEqual(
              [...deleted.told]
                .filter(([, status]) => status === "success")
                .map(([name]) => name)
                .sort(),
              present.filter((name) => !deleted.there.has(name))
            )
            assert.isAbove(deleted.told.size, 2, "some were begun")

            const actors = yield* sql<{ actor: string | null; request: string | null }>`
          select distinct actor_email as actor, (request_id is not null)::text as request from audit_logs
            where action like 'bucket.%'`
            assert.deepStrictEqual(
              actors.map((row) => ({ ...row })),
              [{ actor: "ada@example.org", request: "true" }]
            )
            const left = yield* Effect.map((yield* BucketGateway).list(context.s3), (all) =>
              all.filter(({ name }) => name.includes(prefix))
            )
            yield* Effect.forEach(left, ({ name }) => hangUp("DELETE", `/api/manager/buckets/${name}`, "", null), {
              concurrency: 8
            })
          }),
        120_000
      )
    })
  })
}
