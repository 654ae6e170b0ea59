import { assert, layer } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { fullBucketName, tenantOf } from "#domain/gateways/endpoints/tenantOf.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { requirement } from "../../support/Requirement.ts"
import {
  adminOps,
  adminGateways,
  adminTarget,
  freshAccount,
  freshUser,
  GatewayAdapters,
  s3With,
  unique
} from "./adminGateway.ts"
import { freshBucket } from "./s3Gateway.ts"

const all = { _tag: "All" } as const

const everything = Effect.fnUntraced(function* (target: AdminTarget) {
  const rgw = yield* adminOps
  const names = yield* rgw.bucketNames(target, all)
  const chunks = yield* Stream.runCollect(rgw.bucketStatistics(target, all, names))
  return { names, chunks, told: chunks.flat().map(({ name, tenant }) => (tenant === "" ? name : `${tenant}/${name}`)) }
})

for (const { lack, name: gateway, scene } of await adminGateways()) {
  requirement(gateway, lack)(`statistics of a whole cluster on the ${gateway}`, () => {
    layer(GatewayAdapters, { excludeTestServices: true })((it) => {
      it.effect(
        "tell every bucket once: of accounts, of plain users, and two of one name in two tenants",
        () =>
          Effect.gen(function* () {
            const { target } = yield* scene
            const { id } = yield* freshAccount(target)
            const [root, other, plain] = yield* Effect.all([
              freshUser(target, { rootOf: id }),
              freshUser(target, { rootOf: id }),
              freshUser(target)
            ])
            const mine = yield* Effect.forEach([root, other, plain], ({ key }) => freshBucket(s3With(target, key)))
            const shared = unique("shared")
            const [north, south] = [unique("north").replaceAll("-", ""), unique("south").replaceAll("-", "")]
            const [owner = ""] = yield* Effect.forEach(
              [north, south],
              Effect.fnUntraced(function* (tenant) {
                const { key, user } = yield* freshUser(target, { tenant })
                yield* freshBucket(s3With(target, key), shared)
                return user.uid
              })
            )
            const { chunks, names, told } = yield* everything(target)
            const ours = [...mine, `${north}/${shared}`, `${south}/${shared}`]
            assert.includeMembers([...names], ours)
            for (const bucket of ours) assert.strictEqual(told.filter((one) => one === bucket).length, 1, bucket)
            assert.isAbove(chunks.length, 3)
            assert.deepInclude(
              chunks.flat().find(({ tenant }) => tenant === north),
              { name: shared, owner, object_count: 0 }
            )
            const listed = yield* Effect.flatMap(adminOps, (rgw) =>
              rgw.bucketNames(target, { _tag: "Uid", uid: owner })
            )
            assert.deepStrictEqual(listed, [shared])
            const one = yield* Effect.flatMap(adminOps, (rgw) =>
              rgw.bucket(target, fullBucketName({ tenant: north, name: shared }))
            )
            assert.deepInclude(Option.getOrThrow(one), { tenant: north, name: shared, owner })
            assert.deepStrictEqual(
              [tenantOf({ _tag: "Uid", uid: owner }), tenantOf({ _tag: "Uid", uid: "plain" }), tenantOf(all)],
              [north, "", ""]
            )
          }),
        60_000
      )

      it.effect(
        "find a large owner's buckets beyond the first page",
        () =>
          Effect.gen(function* () {
            const { target } = yield* scene
            const { key } = yield* freshUser(target)
            const mine = yield* Effect.forEach(Array.from({ length: 270 }), () => freshBucket(s3With(target, key)), {
              concurrency: 8
            })
            const { told } = yield* everything(target)
            assert.deepStrictEqual(told.filter((name) => mine.includes(name)).sort(), [...mine].sort())
          }),
        120_000
      )
    })
  })
}

layer(GatewayAdapters, { excludeTestServices: true })("statistics of a whole cluster,", (it) => {
  const scene = Effect.gen(function* () {
    const gateway = yield* Effect.orDie(freshSandbox({ seed: true }))
    yield* Effect.addFinalizer(() => Effect.sync(() => gateway.faults.clear()))
    const target = adminTarget(gateway.url, gateway.admin)
    const [one, two] = yield* Effect.all([freshUser(target), freshUser(target)])
    const [lost, kept] = yield* Effect.forEach([one, two], ({ key }) => freshBucket(s3With(target, key)))
    return {
      gateway,
      target,
      lost: { uid: one.user.uid, bucket: lost ?? "" },
      kept: { uid: two.user.uid, bucket: kept ?? "" }
    }
  })

  for (const effect of ["html", "empty-200", 500] as const) {
    it.effect(`of an owner that answers ${effect}, are left out, and the others' are told`, () =>
      Effect.gen(function* () {
        const { gateway, kept, lost, target } = yield* scene
        gateway.faults.inject({ match: { op: "AdminBucketStats", pathIncludes: lost.uid }, effect })
        const { names, told } = yield* everything(target)
        assert.includeMembers([...names], [lost.bucket, kept.bucket])
        assert.include(told, kept.bucket)
        assert.notInclude(told, lost.bucket)
        assert.deepStrictEqual(gateway.faults.calls({ pathIncludes: `bucket=${lost.bucket}` }), [])
      })
    )
  }

  it.effect(
    "of an owner whose second page fails, are those of the first page: what is left out is known by name",
    () =>
      Effect.gen(function* () {
        const { gateway, kept, target } = yield* scene
        const { key, user } = yield* freshUser(target)
        const many = yield* Effect.forEach(Array.from({ length: 270 }), () => freshBucket(s3With(target, key)), {
          concurrency: 8
        })
        gateway.faults.inject({ match: { op: "AdminBucketStats", pathIncludes: "marker=" }, effect: 500 })
        gateway.faults.resetCalls()
        const { names, told } = yield* everything(target)
        assert.isAbove(gateway.faults.calls({ pathIncludes: "marker=" }).length, 0)
        assert.include(told, kept.bucket)
        assert.includeMembers([...names], many)
        const read = told.filter((name) => many.includes(name))
        assert.deepStrictEqual([...read].sort(), [...many].sort().slice(0, read.length))
        assert.isTrue(read.length > 0 && read.length < many.length, `${read.length}`)
        assert.deepStrictEqual(gateway.faults.calls({ pathIncludes: `bucket=${many[0]?.slice(0, 6)}` }), [], user.uid)
      }),
    60_000
  )

  it.effect("fail when no owner tells any", () =>
    Effect.gen(function* () {
      const { gateway, target } = yield* scene
      gateway.faults.inject({ match: { op: "AdminBucketStats" }, effect: "html" })
      assert.deepInclude(yield* Effect.flip(everything(target)), {
        _tag: "StorageError",
        storage_code: "UnreadableAnswer"
      })
    })
  )

  it.effect("are never asked for in one answer, and no more than eight pages at a time", () =>
    Effect.gen(function* () {
      const { gateway, target } = yield* scene
      gateway.faults.resetCalls()
      yield* everything(target)
      const pages = gateway.faults.calls({ op: "AdminBucketStats" })
      assert.isAbove(pages.length, 3)
      for (const { query } of pages) assert.isTrue(query.includes("uid=") && query.includes("max-entries="), query)
    })
  )

  it.effect("find the buckets of an account that has no user any more, one by one", () =>
    Effect.gen(function* () {
      const { gateway, target } = yield* scene
      const rgw = yield* adminOps
      const { id } = yield* freshAccount(target)
      const { key, user } = yield* freshUser(target, { rootOf: id })
      const orphan = yield* freshBucket(s3With(target, key))
      const { names } = yield* everything(target)
      gateway.faults.inject({
        match: { op: "AdminUserGet", pathIncludes: user.uid },
        effect: { status: 404, code: "NoSuchUser" }
      })
      const chunks = yield* Stream.runCollect(rgw.bucketStatistics(target, all, names))
      assert.strictEqual(chunks.flat().filter(({ name }) => name === orphan).length, 1)
    })
  )
})
