import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { BucketOwner } from "#domain/gateways/endpoints/Targets.ts"
import type { MigrationDraft } from "#domain/objects/migrations/BucketMigration.ts"
import { StorageError, Unavailable } from "#domain/platform/errors/Errors.ts"
import { ClusterS3Keys } from "#services/gateways/endpoints/ClusterS3Keys.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { canPreserveVersionIds } from "#services/objects/migrations/canPreserveVersionIds.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"

const own = { accessKey: "OWN" } as GatewayCredential
const cluster = { accessKey: "CLUSTER" } as GatewayCredential
const uid = (name: string): BucketOwner => ({ _tag: "Uid", uid: name })
const ACCOUNT = "RGW00000000000000001"
const noQuota = { enabled: false, max_size_bytes: 10, max_objects: 10 }
const quota = { enabled: true, max_size_bytes: null, max_objects: 10 }
const refused = new StorageError({
  operation: "s3.CreateMultipartUpload",
  storage_code: "UserSuspended",
  storage_status: 403,
  storage_request_id: null,
  detail: "suspended"
})

const contextOf = (bucketOwner: BucketOwner | null, endpointId: number | null = 1, owner = ACCOUNT) =>
  ({
    admin: {},
    bucketOwner,
    listingKey: endpointId === null ? "connection:3" : `endpoint:${endpointId}/owner:${owner}`,
    s3: { endpointId, credential: own, url: "http://localhost" }
  }) as ResolvedContext

interface World {
  readonly draft?: Partial<Pick<MigrationDraft, "keep_version_ids" | "strategy">>
  readonly source?: ResolvedContext
  readonly target?: ResolvedContext
  readonly key?: GatewayCredential | null
  readonly bucket?: object | null
  readonly account?: object
  readonly user?: object
  readonly upload?: Effect.Effect<string, StorageError | Unavailable>
}

const decide = ({ account, bucket, draft, key, source, target, upload, user }: World = {}) => {
  const part = <Service>(methods: object) => methods as Service
  const none = { quota_max_size_bytes: null, quota_max_objects: null }
  const gateway = Layer.mergeAll(
    Layer.succeed(
      ClusterS3Keys,
      part<ClusterS3Keys["Service"]>({ keepingVersionIds: () => Effect.succeed(key === undefined ? cluster : key) })
    ),
    Layer.succeed(
      Rgw,
      part<Rgw["Service"]>({
        bucket: () => Effect.succeed(Option.fromNullishOr(bucket === undefined ? { owner: ACCOUNT, ...none } : bucket))
      })
    ),
    Layer.succeed(
      GatewayAccountSettings,
      part<GatewayAccountSettings["Service"]>({
        settings: () => Effect.succeed({ account_quota: noQuota, bucket_quota: noQuota, ...account })
      })
    ),
    Layer.succeed(
      GatewayUserSettings,
      part<GatewayUserSettings["Service"]>({
        settings: () => Effect.succeed({ user_quota: noQuota, bucket_quota: noQuota, ...user })
      })
    ),
    Layer.succeed(
      MultipartStore,
      part<MultipartStore["Service"]>({ start: () => upload ?? Effect.succeed("upload"), abort: () => Effect.void })
    )
  )
  return Effect.flatMap(canPreserveVersionIds, (keep) =>
    keep(
      { strategy: "version_aware", ...draft },
      {
        source: { context: source ?? contextOf(uid("root")), bucket: "a" },
        target: { context: target ?? contextOf(uid("root")), bucket: "b" }
      }
    )
  ).pipe(Effect.provide(gateway))
}

it.effect("version ids are kept with the cluster key for the owner, but not the id null", () =>
  Effect.gen(function* () {
    const { writer } = yield* decide()
    const target = writer?.targetFor("v1")
    assert.deepInclude(target?.writtenVersion, { id: "v1", owner: ACCOUNT })
    assert.strictEqual(target?.credential, cluster)
    assert.strictEqual(target?.writtenVersion?.through, writer?.targetFor("v2").writtenVersion?.through)
    for (const id of [null, "null"]) {
      assert.strictEqual(writer?.targetFor(id).credential, own)
      assert.notProperty(writer?.targetFor(id), "writtenVersion")
    }
    assert.isTrue(writer?.copiesDirectly)
    assert.isNotNull((yield* decide({ bucket: null })).writer, "the target is still to be created")
  })
)

it.effect("version ids are not kept without the key, for an unknown owner or a tenant's, or against the draft", () =>
  Effect.gen(function* () {
    for (const world of [
      { key: null },
      { draft: { keep_version_ids: false } },
      { draft: { strategy: "current_only" } },
      { target: contextOf(null) },
      { target: contextOf(uid("tenant$root")) },
      { target: contextOf(uid("root"), null) }
    ] satisfies ReadonlyArray<World>)
      assert.isNull((yield* decide(world)).writer, JSON.stringify(world))
  })
)

it.effect("the system user's key never writes where the target's own key could not", () =>
  Effect.gen(function* () {
    const free = { owner: ACCOUNT, quota_max_size_bytes: null, quota_max_objects: null }
    const plain = contextOf(uid("ann"), 1, "ann")
    const folders = contextOf(uid("root"))
    for (const [world, reason] of [
      [{ bucket: { ...free, owner: "RGW00000000000000002" } }, "belongs to another owner"],
      [{ bucket: { ...free, quota_max_objects: 1 } }, "quota of the target bucket"],
      [{ bucket: { ...free, quota_max_size_bytes: 0 } }, "quota of the target bucket"],
      [{ account: { account_quota: quota } }, "quota of the target's owner"],
      [{ account: { bucket_quota: quota } }, "quota of the target's owner"],
      [
        { target: plain, bucket: { ...free, owner: "ann" }, user: { user_quota: quota } },
        "quota of the target's owner"
      ],
      [{ upload: Effect.fail(refused) }, "own key may not write"],
      [{ target: contextOf(null) }, "owner is not known"],
      [{ target: contextOf(uid("tenant$root")) }, "in a tenant"],
      [{ target: { ...folders, s3: { ...folders.s3, grants: [] } } }, "limited to folders"]
    ] satisfies ReadonlyArray<readonly [World, string]>) {
      const { obstacle, writer } = yield* decide(world)
      assert.isNull(writer, reason)
      assert.include(obstacle ?? "", reason)
    }
    assert.isNotNull((yield* decide({ target: plain, bucket: { ...free, owner: "ann" } })).writer)
  })
)

it.effect("a gateway that does not answer is a failure, not a reason to map ids", () =>
  Effect.gen(function* () {
    const down = new Unavailable({ code: "unavailable", detail: "down" } as never)
    assert.strictEqual((yield* Effect.flip(decide({ upload: Effect.fail(down) })))._tag, "Unavailable")
  })
)

it.effect("no gateway copies from a bucket of a tenant or an unknown owner with the cluster key", () =>
  Effect.gen(function* () {
    for (const owner of [null, uid("tenant$root")])
      assert.isFalse((yield* decide({ source: contextOf(owner) })).writer?.copiesDirectly)
  })
)
