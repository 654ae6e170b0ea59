import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Ref } from "effect"
import { TestRunner } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { Conflict, NotFound, StorageError } from "#domain/platform/errors/Errors.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { bucket, contextOf } from "../../streams/listings/fakeGateway.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

interface Held {
  readonly buckets: Ref.Ref<ReadonlyMap<string, number>>
  readonly created: Ref.Ref<ReadonlyArray<string>>
  readonly fails: Ref.Ref<boolean>
}

const gateway = ({ buckets, created, fails }: Held) => {
  const unlessFailing = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | StorageError> =>
    Effect.flatMap(
      Ref.get(fails),
      (failing): Effect.Effect<A, E | StorageError> =>
        failing
          ? Effect.fail(
              new StorageError({
                operation: "CreateBucket",
                storage_code: "TooManyBuckets",
                storage_status: 400,
                storage_request_id: null,
                detail: "no"
              })
            )
          : effect
    )
  return Layer.mergeAll(
    Layer.mock(BucketGateway, {
      exists: (_target, name) => Effect.map(Ref.get(buckets), (all) => all.has(name)),
      statistics: (_target, name) =>
        Effect.map(Ref.get(buckets), (all) => (all.has(name) ? Option.some(bucket(name, 0, 0)) : Option.none())),
      create: (_target, name) =>
        unlessFailing(
          Effect.andThen(
            Ref.update(buckets, (all) => new Map([...all, [name, 0]])),
            Ref.update(created, (names) => [...names, name])
          )
        ),
      remove: (_target, name) =>
        unlessFailing(
          Effect.gen(function* () {
            const count = (yield* Ref.get(buckets)).get(name)
            if (count === undefined) return yield* new NotFound({ entity: "Bucket", id: name })
            if (count > 0) return yield* new Conflict({ code: "bucket_not_empty", detail: "The bucket holds objects" })
            yield* Ref.update(buckets, (all) => new Map([...all].filter(([other]) => other !== name)))
          })
        )
    }),
    Layer.mock(Rgw, {
      bucket: (_target, name) =>
        Effect.map(Ref.get(buckets), (all) => (all.has(name) ? Option.some(bucket(name, 0, 0)) : Option.none()))
    }),
    Layer.mock(ExecutionContexts, { forListing: (key) => Effect.succeed(contextOf(key)) })
  )
}

const held = Effect.fnUntraced(function* (buckets: Readonly<Record<string, number>> = {}) {
  const all: Held = {
    buckets: yield* Ref.make<ReadonlyMap<string, number>>(new Map(Object.entries(buckets))),
    created: yield* Ref.make<ReadonlyArray<string>>([]),
    fails: yield* Ref.make(false)
  }
  const service = Buckets.layer.pipe(
    Layer.provideMerge(BucketListingsShared),
    Layer.provide(BucketListingActor),
    Layer.provide(BucketSnapshotsSql.layer),
    Layer.provide(LiveEventsSql.layer),
    Layer.provide(AuditTrail),
    Layer.provide(gateway(all)),
    Layer.provide([TestRunner.layer, TestSettings()]),
    Layer.fresh
  )
  return { ...all, service }
})

const caller = Caller.cases.Session.make({
  session_id: crypto.randomUUID(),
  user: { id: 7, email: "ada@example.org", full_name: "Ada", role: "ui_user" },
  mfa_verified_at: null,
  authenticated_at: DateTime.makeUnsafe(0)
})
const context = () => contextOf(`endpoint:1/owner:${crypto.randomUUID()}`)
const audited = (name: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql<{
        action: string
        actor_email: string
        status: string
      }>`select action, actor_email, status from audit_logs where entity_id = ${name} order by id`
  )
const named = (name: string) => ({ name: `${name}-${crypto.randomUUID().slice(0, 8)}`, objectLock: false })

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })("buckets", (it) => {
  it.effect("a created bucket is in the listing at once, and in the audit trail", () =>
    Effect.gen(function* () {
      const { service } = yield* held()
      yield* Effect.gen(function* () {
        const [where, input] = [context(), named("made")]
        const row = yield* (yield* Buckets).create(caller, where, input)
        assert.deepStrictEqual([row.name, row.has_statistics, row.owner], [input.name, true, "RGW1"])
        assert.strictEqual((yield* (yield* Buckets).get(where, input.name)).name, input.name)
        assert.deepStrictEqual(yield* audited(input.name), [
          { action: "bucket.create", actor_email: "ada@example.org", status: "success" }
        ])
      }).pipe(Effect.provide(service))
    })
  )

  it.effect("S9 a bucket that exists is not created again, though the gateway would say yes", () =>
    Effect.gen(function* () {
      const { created, service } = yield* held({ "there-already": 3 })
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(
          (yield* Buckets).create(caller, context(), { name: "there-already", objectLock: false })
        )
        assert.deepStrictEqual([error._tag, "code" in error ? error.code : ""], ["Conflict", "already_exists"])
        assert.deepStrictEqual(yield* Ref.get(created), [])
      }).pipe(Effect.provide(service))
    })
  )

  it.effect("a name that S3 forbids never reaches the gateway", () =>
    Effect.gen(function* () {
      const { created, service } = yield* held()
      yield* Effect.gen(function* () {
        const error = yield* Effect.flip(
          (yield* Buckets).create(caller, context(), { name: "No_Such_Name", objectLock: false })
        )
        assert.isTrue(error._tag === "InvalidInput" && error.issues[0]?.path.join(".") === "payload.name")
        assert.deepStrictEqual(yield* Ref.get(created), [])
      }).pipe(Effect.provide(service))
    })
  )

  it.effect("what the gateway refuses leaves no row, and an entry that says so", () =>
    Effect.gen(function* () {
      const { fails, service } = yield* held()
      yield* Ref.set(fails, true)
      yield* Effect.gen(function* () {
        const [where, input] = [context(), named("never")]
        assert.strictEqual((yield* Effect.flip((yield* Buckets).create(caller, where, input)))._tag, "StorageError")
        assert.isNull(yield* (yield* BucketListings).bucket(where.listingKey, input.name))
        assert.deepStrictEqual(yield* audited(input.name), [
          { action: "bucket.create", actor_email: "ada@example.org", status: "failure" }
        ])
      }).pipe(Effect.provide(service))
    })
  )

  it.effect(
    "an empty bucket is deleted and leaves the listing; one with objects is a conflict; a missing one is not found",
    () =>
      Effect.gen(function* () {
        const [empty, full] = [named("empty").name, named("full").name]
        const { service } = yield* held({ [full]: 2 })
        yield* Effect.gen(function* () {
          const where = context()
          const buckets = yield* Buckets
          yield* buckets.create(caller, where, { name: empty, objectLock: false })
          yield* buckets.remove(caller, where, empty)
          assert.strictEqual((yield* Effect.flip(buckets.get(where, empty)))._tag, "NotFound")
          assert.deepStrictEqual(
            (yield* audited(empty)).map(({ action }) => action),
            ["bucket.create", "bucket.delete"]
          )
          const refused = yield* Effect.flip(buckets.remove(caller, where, full))
          assert.isTrue(refused._tag === "Conflict" && refused.code === "bucket_not_empty")
          assert.deepStrictEqual(
            (yield* audited(full)).map(({ action, status }) => [action, status]),
            [["bucket.delete", "failure"]]
          )
          assert.strictEqual((yield* Effect.flip(buckets.remove(caller, where, "never-was")))._tag, "NotFound")
        }).pipe(Effect.provide(service))
      })
  )
})
