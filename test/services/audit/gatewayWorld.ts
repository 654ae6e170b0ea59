import { DateTime, Deferred, Duration, Effect, Layer, Option, Ref } from "effect"
import { TestRunner } from "effect/cluster"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { type GatewayFailure, NotFound, StorageError, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import * as BucketSnapshotsSql from "#layers/sql/buckets/BucketSnapshotsSql.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as LiveEventsSql from "#layers/sql/platform/LiveEventsSql.ts"
import { GatewayReconciliation } from "#services/platform/audit/GatewayReconciliation.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketListings } from "#services/buckets/BucketListings.ts"
import { Buckets } from "#services/buckets/Buckets.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { BucketListingActor } from "#streams/listings/BucketListingActor.ts"
import { BucketListingsShared } from "#streams/listings/BucketListingsShared.ts"
import { bucket, contextOf } from "../../streams/listings/fakeGateway.ts"
import { TestSettings } from "../../support/testSettings.ts"

export type Manner =
  | "well"
  /** A proxy's page answers 200 without a change. */
  | "yes for nothing"
  | "answer lost"
  | "no answer"
  | "late"
  | "slow"
  | "hanging"

/** A gateway in memory. `looks`: whether it can be read. */
export interface World {
  readonly buckets: Ref.Ref<ReadonlySet<string>>
  readonly manner: Ref.Ref<Manner>
  readonly looks: Ref.Ref<boolean>
  readonly reached: Ref.Ref<number>
  readonly release: Deferred.Deferred<void>
  readonly known: Ref.Ref<boolean>
}

export const timeout = Duration.millis(300)

const makeWorld = Effect.gen(function* () {
  const world: World = {
    buckets: yield* Ref.make<ReadonlySet<string>>(new Set()),
    manner: yield* Ref.make<Manner>("well"),
    looks: yield* Ref.make(true),
    reached: yield* Ref.make(0),
    release: yield* Deferred.make<void>(),
    known: yield* Ref.make(true)
  }
  return world
})

const portsOf = ({ buckets, known, looks, manner, reached, release }: World) => {
  const lost = (operation: string) =>
    new StorageError({
      operation,
      storage_code: "ConnectionBroken",
      storage_status: null,
      storage_request_id: null,
      detail: ""
    })
  const change = (operation: string, act: Effect.Effect<void>) =>
    Effect.gen(function* (): Effect.fn.Return<void, GatewayFailure> {
      yield* Ref.update(reached, (count) => count + 1)
      switch (yield* Ref.get(manner)) {
        case "well":
          return yield* act
        case "yes for nothing":
          return
        case "answer lost":
          return yield* Effect.andThen(act, Effect.fail(lost(operation)))
        case "no answer":
          return yield* new StorageTimeout({ operation })
        case "late":
          yield* Effect.forkDetach(Effect.andThen(Deferred.await(release), act))
          return yield* new StorageTimeout({ operation })
        case "slow":
          return yield* Effect.andThen(Deferred.await(release), act)
        case "hanging":
          return yield* Effect.never
      }
    })
  const look = <A>(answer: (all: ReadonlySet<string>) => A) =>
    Effect.flatMap(Ref.get(looks), (seen) =>
      seen ? Effect.map(Ref.get(buckets), answer) : Effect.fail(new StorageTimeout({ operation: "HeadBucket" }))
    )
  return Layer.mergeAll(
    Layer.mock(BucketGateway, {
      exists: (_target, name) => Effect.map(Ref.get(buckets), (all) => all.has(name)),
      statistics: (_target, name) => look((all) => (all.has(name) ? Option.some(bucket(name, 0, 0)) : Option.none())),
      create: (_target, name) =>
        change(
          "CreateBucket",
          Ref.update(buckets, (all) => new Set([...all, name]))
        ),
      remove: (_target, name) =>
        change(
          "DeleteBucket",
          Ref.update(buckets, (all) => new Set([...all].filter((other) => other !== name)))
        )
    }),
    Layer.mock(Rgw, {
      bucket: (_target, name) => look((all) => (all.has(name) ? Option.some(bucket(name, 0, 0)) : Option.none()))
    }),
    Layer.mock(ExecutionContexts, {
      forListing: (key) =>
        Effect.flatMap(Ref.get(known), (there) =>
          there ? Effect.succeed(contextOf(key)) : Effect.fail(new NotFound({ entity: "Listing", id: key }))
        )
    })
  )
}

export const serving = <A, E, R>(test: (world: World) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(makeWorld, (world) =>
    Effect.provide(
      test(world),
      Layer.merge(Buckets.layer, GatewayReconciliation.layer).pipe(
        Layer.provideMerge(BucketListingsShared),
        Layer.provide(BucketListingActor),
        Layer.provideMerge(AuditTrail),
        Layer.provide(Layer.merge(BucketSnapshotsSql.layer, JobLeaseSql.layer)),
        Layer.provide(LiveEventsSql.layer),
        Layer.provide(portsOf(world)),
        Layer.provide([TestRunner.layer, TestSettings({ gateway: { timeout, concurrency: 16 } })]),
        Layer.fresh
      )
    )
  )

export const ada = Caller.cases.Session.make({
  session_id: crypto.randomUUID(),
  user: { id: 7, email: "ada@example.org", full_name: "Ada", role: "ui_user" },
  mfa_verified_at: null,
  authenticated_at: DateTime.makeUnsafe(0)
})

export const place = (endpoint = 1) => {
  const where = contextOf(`endpoint:${endpoint}/owner:${crypto.randomUUID()}`)
  return { ...where, context: { ...where.context, endpoint_id: endpoint } }
}
export const named = (what: string) => ({ name: `${what}-${crypto.randomUUID().slice(0, 8)}`, objectLock: false })

export const told = (name: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        said: string
      }>`select action || ' ' || status as said from audit_logs where entity_id = ${name} order by id`,
      (rows) => rows.map(({ said }) => said)
    )
  )

export const timePasses = (settled: boolean) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
    update gateway_intents set look_at = now(), lease_until = case when lease_until is null then null else now() end,
      ended_at = case when ${settled} then now() - interval '1 hour' else ended_at end
    where outcome is null`
  )

export const listed = Effect.fnUntraced(function* (key: string, name: string) {
  return (yield* (yield* BucketListings).bucket(key, name)) !== null
})
