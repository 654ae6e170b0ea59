import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import type { FeatureEvidence } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { Registry } from "#services/accounts/Registry.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { addEndpoint, administrator, adminSecret, audited, inWorld, rowsAsText } from "../support/storageFixture.ts"
import { openedKey } from "../../support/heldKey.ts"

const found = (feature: FeatureEvidence["feature"], available: boolean | null): FeatureEvidence => ({
  feature,
  available,
  evidence: "asked",
  checked_at: DateTime.makeUnsafe(0)
})

const register = (endpointId: number) =>
  Registry.use((registry) =>
    registry.add(
      administrator,
      "s3_user",
      {
        name: "Backup",
        externalId: "backup",
        uid: "backup",
        endpointId,
        links: {},
        verb: "import"
      },
      { access_key: "A", secret_key: Redacted.make("s") }
    )
  )

describe("storage endpoints", () => {
  it.effect("keep the address in canonical form, and refuse the same one in another spelling as already_exists", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        const made = yield* endpoints.create(administrator, {
          name: "North",
          url: "  HTTPS://North.Example.org:443/s3// "
        })
        assert.strictEqual(made.url, "https://north.example.org/s3")
        assert.strictEqual(made.provider, "cluster")
        const again = yield* endpoints
          .create(administrator, { name: "Other", url: "https://north.example.org/s3/" })
          .pipe(Effect.flip)
        assert.strictEqual(again.code, "already_exists")
        const other = yield* endpoints.create(administrator, { name: "South", url: "https://south.example.org" })
        const moved = yield* endpoints
          .update(administrator, other.id, { url: "https://NORTH.example.org/s3" })
          .pipe(Effect.flip)
        assert.strictEqual(moved.code, "already_exists")
        assert.strictEqual(
          (yield* endpoints.create(administrator, { name: "north", url: "https://x.example.org" }).pipe(Effect.flip))
            .code,
          "already_exists"
        )
        assert.strictEqual((yield* endpoints.list).length, 2)
        assert.deepStrictEqual(yield* audited, ["storage_endpoint.create", "storage_endpoint.create"])
      })
    )
  )

  it.effect("refuse an address that is no http address or carries credentials, also in the features", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        for (const url of [
          "ftp://a.example.org",
          "north",
          "http://user:pw@a.example.org",
          "http://a.example.org/?x=1"
        ]) {
          assert.strictEqual(
            (yield* endpoints.create(administrator, { name: "North", url }).pipe(Effect.flip)).code,
            "validation_failed"
          )
        }
        const error = yield* endpoints
          .create(administrator, {
            name: "North",
            url: "http://a.example.org",
            features_config: { features: { admin: { enabled: true, endpoint: "file:///etc/passwd" } } }
          })
          .pipe(Effect.flip)
        assert.include(error.message, "payload.features_config.features.admin.endpoint")
        const made = yield* endpoints.create(administrator, {
          name: "North",
          url: "http://a.example.org",
          features_config: { features: { admin: { enabled: true, endpoint: "http://ADMIN.example.org:80/" } } }
        })
        assert.strictEqual(made.features_config.features.admin?.endpoint, "http://admin.example.org")
      })
    )
  )

  it.effect("features that nobody named are those that the gateway has; those that were named are kept", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        fake.evidence = [{ feature: "iam", available: true, evidence: "it answered", checked_at: yield* DateTime.now }]
        const found = yield* endpoints.create(administrator, { name: "Found", url: "http://a.example.org" })
        assert.isTrue(found.capabilities.iam)
        assert.strictEqual(found.detected?.cluster_id, "c0ffee")
        const named = yield* endpoints.create(administrator, {
          name: "Named",
          url: "http://b.example.org",
          features_config: { features: {} }
        })
        assert.isFalse(named.capabilities.iam)
        assert.isNull(named.detected, "nothing was asked")
        fake.finding = "unreachable"
        const silent = yield* endpoints.create(administrator, { name: "Silent", url: "http://c.example.org" })
        assert.deepStrictEqual(silent.features_config, { features: {} })
      })
    )
  )

  it.effect(
    "a technical key is tried before it is saved: one that the gateway refuses is not kept, on create and on update",
    () =>
      inWorld((fake) =>
        Effect.gen(function* () {
          const endpoints = yield* StorageEndpoints
          const key = { admin_access_key: "AK", admin_secret_key: Redacted.make("wrong") }
          for (const finding of ["unknown_access_key", "wrong_secret_key", "key_refused", "key_suspended"] as const) {
            fake.finding = finding
            const refused = yield* endpoints
              .create(administrator, {
                name: "North",
                url: "http://a.example.org",
                features_config: { features: {} },
                ...key
              })
              .pipe(Effect.flip)
            assert.include(refused.message, "payload.admin_secret_key")
          }
          assert.lengthOf(yield* endpoints.list, 0)
          fake.finding = "ready"
          const made = yield* endpoints.create(administrator, { name: "North", url: "http://a.example.org", ...key })
          fake.finding = "wrong_secret_key"
          const changed = yield* endpoints
            .update(administrator, made.id, { admin_access_key: "OTHER", admin_secret_key: Redacted.make("wrong") })
            .pipe(Effect.flip)
          assert.include(changed.message, "payload.admin_secret_key")
          assert.strictEqual((yield* endpoints.get(made.id)).admin_access_key, "AK")
          assert.strictEqual(
            (yield* endpoints.update(administrator, made.id, { region: "eu" })).region,
            "eu",
            "what says nothing of the key asks nothing"
          )
          fake.finding = "no_answer"
          assert.strictEqual(
            (yield* endpoints.update(administrator, made.id, {
              admin_access_key: "OTHER",
              admin_secret_key: Redacted.make("x")
            })).admin_access_key,
            "OTHER"
          )
        })
      )
  )

  it.effect("one of them is the default: the first, until another takes its place", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        const first = yield* addEndpoint("North")
        assert.isTrue(first.is_default)
        const second = yield* addEndpoint("South")
        assert.isFalse(second.is_default)
        assert.isTrue((yield* endpoints.update(administrator, second.id, { is_default: true })).is_default)
        assert.isFalse((yield* endpoints.get(first.id)).is_default)
      })
    )
  )

  it.effect("keep the technical secret sealed, through a change of address and with Admin Ops switched off", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        const targets = yield* AdminTargets
        const made = yield* addEndpoint()
        assert.notInclude(JSON.stringify(made), adminSecret)
        const moved = yield* endpoints.update(administrator, made.id, { url: "http://moved.example.org" })
        assert.strictEqual((yield* openedKey((yield* targets.of(moved))!)).secretKey, adminSecret)
        yield* endpoints.update(administrator, made.id, {
          features_config: { features: { admin: { enabled: false } } }
        })
        yield* endpoints.update(administrator, made.id, { url: "http://again.example.org" })
        const on = yield* endpoints.update(administrator, made.id, {
          features_config: { features: { admin: { enabled: true } } }
        })
        assert.strictEqual((yield* openedKey((yield* targets.of(on))!)).secretKey, adminSecret)
        assert.notInclude((yield* rowsAsText("storage_endpoints")) + (yield* rowsAsText("audit_logs")), adminSecret)
        assert.strictEqual(
          (yield* endpoints
            .update(administrator, made.id, { url: "http://b.example.org", admin_access_key: "HALF" })
            .pipe(Effect.flip)).code,
          "validation_failed"
        )
        assert.isNull((yield* endpoints.update(administrator, made.id, { admin_access_key: null })).admin_access_key)
        assert.isNull(yield* targets.of(yield* endpoints.get(made.id)))
      })
    )
  )

  it.effect("are not deleted while a user is registered on them", () =>
    inWorld(() =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        const registry = yield* Registry
        const made = yield* addEndpoint()
        const user = yield* register(made.id)
        assert.strictEqual((yield* endpoints.get(made.id)).s3_user_count, 1)
        assert.strictEqual((yield* endpoints.remove(administrator, made.id).pipe(Effect.flip)).code, "state_conflict")
        yield* registry.unregister(administrator, "s3_user", user)
        yield* endpoints.remove(administrator, made.id)
        assert.strictEqual((yield* endpoints.get(made.id).pipe(Effect.flip)).code, "not_found")
        assert.strictEqual((yield* endpoints.remove(administrator, made.id).pipe(Effect.flip)).code, "not_found")
        assert.deepStrictEqual(
          (yield* audited).filter((action) => action.startsWith("storage_endpoint.")),
          ["storage_endpoint.create", "storage_endpoint.delete"]
        )
      })
    )
  )

  it.effect("are probed with the stored key, and the evidence is kept; a transient admin endpoint is not", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        const made = yield* addEndpoint()
        fake.evidence = [found("liveness", true), found("admin", true), found("account", false), found("sts", null)]
        yield* endpoints.detect({ endpoint_id: made.id })
        assert.strictEqual(Redacted.value(fake.probed[0]!.key!.secret_key), adminSecret)
        fake.probed.length = 0
        const detected = yield* endpoints.detect({
          endpoint_id: made.id,
          admin_endpoint: "http://admin.example.org/",
          admin_access_key: "TYPED",
          admin_secret_key: Redacted.make("typed again")
        })
        assert.strictEqual(fake.probed[0]?.adminUrl, "http://admin.example.org")
        assert.strictEqual(Redacted.value(fake.probed[0]!.key!.secret_key), "typed again")
        assert.deepStrictEqual(detected.suggested.features.admin, {
          enabled: true,
          endpoint: "http://admin.example.org"
        })
        assert.isFalse(detected.suggested.features.account?.enabled)
        assert.isFalse(detected.suggested.features.sts?.enabled)
        const kept = yield* endpoints.get(made.id)
        assert.strictEqual(kept.detected?.cluster_id, "c0ffee")
        assert.deepStrictEqual(kept.features_config, made.features_config)
        yield* endpoints.detect({ url: "http://unknown.example.org" })
        assert.isNull(fake.probed[1]?.key)
        assert.strictEqual((yield* endpoints.detect({}).pipe(Effect.flip)).code, "validation_failed")
        assert.strictEqual((yield* endpoints.detect({ endpoint_id: 999 }).pipe(Effect.flip)).code, "not_found")
      })
    )
  )

  it.effect(
    "sign with the stored key for no other address than the stored, and over no less checked a connection",
    () =>
      inWorld((fake) =>
        Effect.gen(function* () {
          const endpoints = yield* StorageEndpoints
          const made = yield* addEndpoint()
          fake.probed.length = 0
          for (const elsewhere of [
            { url: "http://evil.example.org" },
            { admin_endpoint: "http://evil.example.org" },
            { url: made.url, admin_endpoint: "http://evil.example.org/" },
            { url: `${made.url}/path` },
            { verify_tls: false },
            { url: "http://evil.example.org", admin_access_key: "ONLYTHEKEY" }
          ]) {
            const refusal = yield* Effect.flip(endpoints.detect({ endpoint_id: made.id, ...elsewhere }))
            assert.deepInclude(refusal, { _tag: "InvalidInput" })
            assert.include(refusal.message, "admin_secret_key")
          }
          assert.deepStrictEqual(fake.probed, [])
          yield* endpoints.detect({
            endpoint_id: made.id,
            url: `${made.url.toUpperCase().replace("HTTP", "http")}/`,
            verify_tls: true
          })
          assert.strictEqual(fake.probed.length, 1)
        })
      )
  )

  it.effect("refuse link-local addresses, in whatever spelling", () =>
    inWorld((fake) =>
      Effect.gen(function* () {
        const endpoints = yield* StorageEndpoints
        for (const url of [
          "http://169.254.169.254",
          "http://0xa9fea9fe/",
          "http://2852039166",
          "http://[fe80::1]:7480",
          "http://[::ffff:169.254.169.254]",
          "http://169.254.1"
        ]) {
          assert.deepInclude(yield* Effect.flip(endpoints.detect({ url })), { _tag: "InvalidInput" }, url)
          assert.deepInclude(
            yield* Effect.flip(endpoints.create(administrator, { name: url, url })),
            { _tag: "InvalidInput" },
            url
          )
        }
        assert.deepStrictEqual(fake.probed, [])
      })
    )
  )
})
