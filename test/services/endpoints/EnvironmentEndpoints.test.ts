import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { ConfiguredStorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { readSettings } from "#layers/config/readSettings.ts"
import * as KeyHoldersSql from "#layers/sql/fleet/KeyHoldersSql.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EnvironmentEndpoints } from "#services/gateways/endpoints/EnvironmentEndpoints.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { KeyHolders } from "#services/fleet/rotation/KeyHolders.ts"
import { Settings } from "#services/platform/Settings.ts"
import { openedKey } from "../../support/heldKey.ts"
import { addEndpoint, administrator, audited, inWorld, rowsAsText } from "../support/storageFixture.ts"
import { testSettings } from "../../support/testSettings.ts"

type Entry = ConfiguredStorageEndpoint

const secret = "environment-canary-7Kq2"
const north: Entry = {
  name: "North",
  url: "https://north.example.org/",
  region: "eu",
  tags: ["production"],
  latitude: 46.2,
  longitude: 6.15,
  features_config: { features: { admin: { enabled: true } } },
  admin_access_key: "TECHNICAL",
  admin_secret_key: Redacted.make(secret)
}
const south: Entry = { name: "South", url: "https://south.example.org", features_config: { features: {} } }

const starting = <A, E, R>(entries: ReadonlyArray<Entry>, work: Effect.Effect<A, E, R>) =>
  Effect.provide(
    work,
    EnvironmentEndpoints.layer.pipe(
      Layer.provideMerge(StorageEndpoints.layer),
      Layer.provide(Layer.succeed(Settings, testSettings({ storageEndpoints: entries }))),
      Layer.fresh
    )
  )
const start = (entries: ReadonlyArray<Entry>) =>
  starting(
    entries,
    Effect.flatMap(EnvironmentEndpoints, ({ apply }) => apply)
  )
const list = Effect.flatMap(StorageEndpoints, (endpoints) => endpoints.list)

describe("endpoints of ENV_STORAGE_ENDPOINTS", () => {
  it.effect("are rows with the same id at every start; where nothing differs nothing is written", () =>
    inWorld(() =>
      Effect.gen(function* () {
        yield* start([north, south])
        const first = yield* list
        assert.deepStrictEqual(
          first.map(({ is_default, name, source, url }) => [name, url, source, is_default]),
          [
            ["North", "https://north.example.org", "environment", true],
            ["South", "https://south.example.org", "environment", false]
          ]
        )
        assert.deepInclude(first[0], {
          region: "eu",
          tags: ["production"],
          latitude: 46.2,
          longitude: 6.15,
          admin_access_key: "TECHNICAL"
        })
        const target = yield* (yield* AdminTargets).of(first[0]!)
        assert.strictEqual((yield* openedKey(target!)).secretKey, secret)
        yield* TestClock.adjust("1 day")
        yield* start([south, north])
        assert.deepStrictEqual(yield* list, first)
        assert.deepStrictEqual(yield* audited, ["storage_endpoint.create", "storage_endpoint.create"])
        assert.notInclude((yield* rowsAsText("storage_endpoints")) + (yield* rowsAsText("audit_logs")), secret)
      })
    )
  )

  it.effect("follow their entry through another name, another address and another key", () =>
    inWorld(() =>
      Effect.gen(function* () {
        yield* start([north])
        const [{ id } = { id: 0 }] = yield* list
        yield* start([{ ...north, name: "Renamed" }])
        assert.deepStrictEqual(
          (yield* list).map((one) => [one.id, one.name]),
          [[id, "Renamed"]]
        )
        yield* start([
          {
            ...north,
            name: "Renamed",
            url: "https://moved.example.org",
            admin_secret_key: Redacted.make("another-secret")
          }
        ])
        const [moved] = yield* list
        assert.deepStrictEqual([moved!.id, moved!.url], [id, "https://moved.example.org"])
        assert.strictEqual((yield* openedKey((yield* (yield* AdminTargets).of(moved!))!)).secretKey, "another-secret")
        const { admin_access_key: _, admin_secret_key: __, ...keyless } = north
        yield* start([{ ...keyless, url: "https://moved.example.org" }])
        assert.isNull((yield* list)[0]!.admin_access_key)
      })
    )
  )

  it.effect(
    "are neither changed nor deleted here, and no other takes the default from them; " +
      "without their entry they are ordinary",
    () =>
      inWorld(() =>
        Effect.gen(function* () {
          yield* start([{ ...north, is_default: true }])
          const [made] = yield* list
          yield* starting(
            [{ ...north, is_default: true }],
            Effect.gen(function* () {
              const endpoints = yield* StorageEndpoints
              for (const refused of [
                endpoints.update(administrator, made!.id, { name: "Mine" }),
                endpoints.update(administrator, made!.id, { admin_access_key: null }),
                endpoints.remove(administrator, made!.id),
                endpoints.create(administrator, { name: "East", url: "http://east.example.org", is_default: true })
              ]) {
                const error = yield* Effect.flip(
                  refused as Effect.Effect<unknown, { readonly code: string; readonly message: string }>
                )
                assert.strictEqual(error.code, "state_conflict")
              }
              const east = yield* endpoints.create(administrator, { name: "East", url: "http://east.example.org" })
              assert.strictEqual(
                (yield* Effect.flip(endpoints.update(administrator, east.id, { is_default: true }))).code,
                "state_conflict"
              )
              assert.strictEqual(
                (yield* endpoints.update(administrator, east.id, { name: "Far east" })).name,
                "Far east"
              )
            })
          )
          yield* start([])
          const endpoints = yield* StorageEndpoints
          const ordinary = (yield* list).find(({ id }) => id === made!.id)
          assert.deepInclude(ordinary, { source: "database", name: "North", admin_access_key: "TECHNICAL" })
          assert.strictEqual((yield* endpoints.update(administrator, made!.id, { name: "Mine" })).name, "Mine")
        })
      )
  )

  it.effect("adopt a row at their address, and refuse to guess whose a name is", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const own = yield* addEndpoint("Own", "https://north.example.org")
        yield* start([north])
        assert.deepStrictEqual(
          (yield* list).map(({ id, name, source }) => [id, name, source]),
          [[own.id, "North", "environment"]]
        )
        yield* addEndpoint("South", "http://elsewhere.example.org")
        const refusal = yield* Effect.flip(start([north, south]))
        assert.include(
          refusal.message,
          "ENV_STORAGE_ENDPOINTS: a storage endpoint called “South” exists at another address"
        )
        assert.lengthOf(yield* list, 2, "nothing of it is done")
      })
    )
  )

  it.effect("two processes that start at once make one row of an entry", () =>
    inWorld(() =>
      Effect.gen(function* () {
        yield* Effect.all([start([north, south]), start([north, south]), start([south, north])], {
          concurrency: "unbounded"
        })
        assert.lengthOf(yield* list, 2)
      })
    )
  )

  it.effect("features that an entry leaves out are found out by and by, and kept", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const { features_config: _, ...unsaid } = north
        fake.finding = "unreachable"
        fake.evidence = [
          { feature: "admin", available: true, evidence: "it answered", checked_at: yield* DateTime.now }
        ]
        yield* Effect.scoped(
          starting(
            [unsaid],
            Effect.gen(function* () {
              const environment = yield* EnvironmentEndpoints
              yield* environment.apply
              yield* environment.detectFeatures
              // a background task asks: wait until it stored the failure
              yield* Effect.repeat(Effect.flatMap(Effect.sleep("10 millis"), () => list).pipe(TestClock.withLive), {
                until: ([row]) => row?.detected?.diagnosis?.finding === "unreachable"
              })
              assert.isFalse((yield* list)[0]!.capabilities.admin)
              fake.finding = "ready"
              // the database's connections time out by the same clock: retry
              const later = Effect.andThen(
                TestClock.adjust("6 minutes"),
                Effect.flatMap(Effect.sleep("50 millis"), () => list).pipe(TestClock.withLive)
              )
              yield* Effect.repeat(later, { until: ([row]) => row?.capabilities.admin === true })
            })
          )
        )
        const found = yield* list
        yield* start([unsaid])
        assert.deepStrictEqual((yield* list)[0]!.features_config, found[0]!.features_config)
      })
    )
  )

  it.effect("key rotation leaves their technical keys alone", () =>
    inWorld(() =>
      Effect.gen(function* () {
        yield* start([north])
        const own = yield* addEndpoint("Own")
        const ids = (yield* list).map(({ id }) => id)
        const held = yield* Effect.provide(
          Effect.flatMap(KeyHolders, (holders) => holders.on(ids, ["endpoint"])),
          KeyHoldersSql.layer
        )
        assert.deepStrictEqual(
          held.map(({ id }) => id),
          [own.id]
        )
        assert.isAbove(
          (yield* SqlClient.SqlClient.pipe(
            Effect.flatMap((sql) => sql`select 1 from storage_endpoints where source = 'environment'`)
          )).length,
          0
        )
      })
    )
  )

  it.effect("a text that is not what they are stops the start with a reason, and nothing of it is repeated", () =>
    Effect.gen(function* () {
      const read = (text: unknown) =>
        readSettings.pipe(
          Effect.map(({ storageEndpoints }) => storageEndpoints),
          Effect.provide(
            ConfigProvider.layer(
              ConfigProvider.fromEnv({
                env: {
                  ENV_STORAGE_ENDPOINTS: typeof text === "string" ? text : JSON.stringify(text),
                  UI_JWT_KEYS: "a".repeat(43),
                  API_JWT_KEYS: "b".repeat(43),
                  JWT_KEYS: "c".repeat(43),
                  CREDENTIAL_KEYS: "d".repeat(43)
                }
              })
            )
          )
        )
      const entry = { name: "North", url: "https://north.example.org", admin_access_key: "A", admin_secret_key: secret }
      const [read_] = yield* read([entry])
      assert.deepInclude(read_, { name: "North", admin_access_key: "A" })
      assert.strictEqual(Redacted.value(read_!.admin_secret_key!), secret)
      assert.notInclude(JSON.stringify(read_), secret)
      for (const [bad, reason] of [
        [[{ ...entry, colour: "red" }], "colour"],
        [[{ ...entry, features_config: { features: {}, more: 1 } }], "more"],
        [[{ ...entry, latitude: 91 }], "latitude"],
        [[{ ...entry, longitude: "6" }], "longitude"],
        [[{ ...entry, tags: ["\u0000"] }], "tags"],
        [[{ ...entry, url: "ftp://north" }], "url"],
        [[{ ...entry, provider: "aws" }], "provider"],
        [[{ url: entry.url }], "name"],
        ["{", ""],
        [{}, ""],
        [[entry, { ...entry, name: "Other", url: "HTTPS://north.example.org:443/" }], "Two entries have the same url"],
        [[entry, { ...entry, name: "NORTH", url: "https://other.example.org" }], "Two entries have the same name"],
        [
          [
            { ...entry, is_default: true },
            { name: "B", url: "http://b", is_default: true }
          ],
          "More than one entry is the default"
        ],
        [[{ name: "B", url: "http://b", admin_access_key: "A" }], "together"]
      ] as const) {
        const error = yield* Effect.flip(read(bad))
        assert.match(error.message, /^ENV_STORAGE_ENDPOINTS: /, JSON.stringify(bad))
        assert.include(error.message, reason, JSON.stringify(bad))
        assert.notInclude(error.message, secret)
      }
    })
  )
})
