import { Duration, Effect, Layer, Option, Ref, Stream } from "effect"
import { NotFound, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { BucketStatistics } from "#domain/buckets/BucketListing.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { LifecycleScan } from "#services/buckets/lifecycle/LifecycleScan.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { heldKey } from "../../support/heldKey.ts"

export interface FakeGateway {
  readonly buckets: Ref.Ref<ReadonlyArray<BucketStatistics>>
  readonly calls: Ref.Ref<{ readonly names: number; readonly statistics: number }>
  readonly reads: Ref.Ref<number>
  /** pace of each reading of statistics; gentle ones learn of waiting readers */
  readonly paces: Ref.Ref<ReadonlyArray<"fast" | "gentle" | "waited for">>
  readonly down: Ref.Ref<boolean>
  readonly lag: Ref.Ref<Duration.Duration>
}

export const bucket = (name: string, usedBytes = 1_000, objectCount = 1): BucketStatistics => ({
  name,
  tenant: "",
  owner: "RGW1",
  created_at: "2026-01-02T03:04:05.000Z",
  used_bytes: usedBytes,
  object_count: objectCount,
  quota_max_size_bytes: null,
  quota_max_objects: null,
  versioning: "off",
  object_lock: false,
  quarantine: null,
  quarantine_until: null
})

export const makeFakeGateway = (buckets: ReadonlyArray<BucketStatistics>): Effect.Effect<FakeGateway> =>
  Effect.all({
    buckets: Ref.make(buckets),
    calls: Ref.make({ names: 0, statistics: 0 }),
    reads: Ref.make(0),
    paces: Ref.make<ReadonlyArray<"fast" | "gentle" | "waited for">>([]),
    down: Ref.make(false),
    lag: Ref.make(Duration.zero)
  })

const target = { endpointId: 1, url: "http://gateway.test", region: "default", verifyTls: true }

export const contextOf = (listingKey: string): ResolvedContext => ({
  context: {
    kind: "account",
    id: "12",
    name: "acme",
    endpoint_id: 1,
    endpoint_name: "one",
    endpoint_url: target.url,
    endpoint_is_default: true,
    endpoint_is_sandbox: false,
    capabilities: { can_manage_buckets: true, can_manage_iam: false, can_browse_objects: true, has_admin_ops: true },
    tags: [],
    expires_at: null,
    unusable_reason: null
  },
  s3: { ...target, userSupplied: false, pathStyle: true, credential: heldKey("a", "s") },
  admin: { ...target, credential: heldKey("a", "s") },
  bucketOwner: { _tag: "Uid", uid: "acme-root" },
  listingKey
})

export const fakePorts = (gateway: FakeGateway, chunk = 100) => {
  const reach = <A>(operation: string, answer: Effect.Effect<A>) =>
    Effect.gen(function* () {
      yield* Effect.sleep(yield* Ref.get(gateway.lag))
      if (yield* Ref.get(gateway.down)) return yield* new StorageTimeout({ operation })
      yield* Ref.update(gateway.reads, (reads) => reads + 1)
      return yield* answer
    })
  const chunks = (all: ReadonlyArray<BucketStatistics>) =>
    Array.from({ length: Math.ceil(all.length / chunk) }, (_, index) => all.slice(index * chunk, (index + 1) * chunk))
  return Layer.mergeAll(
    Layer.mock(BucketGateway, {}),
    Layer.mock(LifecycleScan, {}),
    Layer.mock(BucketPages, {}),
    Layer.mock(MultipartStore, {}),
    Layer.mock(FeatureStore, {}),
    Layer.mock(Rgw, {
      bucketNames: () =>
        Effect.andThen(
          Ref.update(gateway.calls, (calls) => ({ ...calls, names: calls.names + 1 })),
          reach(
            "ListBucketNames",
            Effect.map(Ref.get(gateway.buckets), (all) => all.map(({ name }) => name))
          )
        ),
      bucketStatistics: (_target, _owner, _names, options) =>
        Stream.unwrap(
          Effect.andThen(
            Effect.andThen(
              Ref.update(gateway.calls, (calls) => ({ ...calls, statistics: calls.statistics + 1 })),
              options?.gentlyUntil === undefined
                ? Ref.update(gateway.paces, (all) => [...all, "fast" as const])
                : Effect.andThen(
                    Ref.update(gateway.paces, (all) => [...all, "gentle" as const]),
                    Effect.forkScoped(
                      Effect.andThen(
                        options.gentlyUntil,
                        Ref.update(gateway.paces, (all) => [...all, "waited for" as const])
                      ),
                      { startImmediately: true }
                    )
                  )
            ),
            Effect.map(Ref.get(gateway.buckets), (all) =>
              Stream.fromIterable(chunks(all)).pipe(
                Stream.mapEffect((part) => reach("GetBuckets", Effect.succeed(part)))
              )
            )
          )
        ),
      bucket: (_target, name) =>
        Effect.map(Ref.get(gateway.buckets), (all) => Option.fromUndefinedOr(all.find((one) => one.name === name)))
    }),
    Layer.mock(AdminTargets, {}),
    Layer.mock(ExecutionContexts, {
      resolve: (_caller, _workspace, id) => Effect.succeed(contextOf(`endpoint:1/owner:${id}`)),
      forListing: (key) =>
        key.startsWith("endpoint:")
          ? Effect.succeed(contextOf(key))
          : Effect.fail(new NotFound({ entity: "Context", id: key }))
    })
  )
}
