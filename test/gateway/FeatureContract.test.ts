import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { FeatureName } from "#domain/buckets/features/FeatureName.ts"
import { featureNames } from "#domain/buckets/features/FeatureName.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { boto3, type BotoCall, boto3Lack } from "../support/boto3.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"
import { adminGateways } from "./contract/adminGateway.ts"
import { contracts, type World } from "./featureContracts.ts"
import { managerScene, ok } from "./managerScene.ts"

const says = (feature: FeatureName, value: unknown): unknown => {
  const { meaning } = featureOf(feature)
  return value === null || meaning === undefined ? value : meaning(value)
}

for (const gateway of await adminGateways()) {
  requirement(gateway.name === "sandbox" ? "boto3" : `boto3 and ${gateway.name}`, gateway.lack ?? boto3Lack())(
    `each feature of a bucket on ${gateway.name}`,
    () => {
      layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
        excludeTestServices: true,
        timeout: "120 seconds"
      })((it) => {
        it("has a contract here", () =>
          assert.sameMembers(
            Object.keys(contracts),
            featureNames.filter((name) => name !== "replication")
          ))

        for (const [name, contract] of Object.entries(contracts) as ReadonlyArray<
          [FeatureName, (typeof contracts)[keyof typeof contracts]]
        >) {
          it.effect(
            `S2: ${name}: written, read, edited, read back, undone, and the same to a foreign client`,
            () =>
              Effect.scoped(
                Effect.gen(function* () {
                  const scene = yield* managerScene(gateway)
                  const bucket = yield* scene.bucket(contract.made ?? {})
                  const access = { url: scene.target.url, ...scene.key }
                  const foreign = (calls: ReadonlyArray<BotoCall>) => boto3(access, "s3", calls)
                  const world: World = { bucket, owner: scene.rgwAccountId, scene, access, other: "" }
                  const other = contract.prepare === undefined ? "" : yield* contract.prepare(world)
                  const here = { ...world, other }
                  const path = `/buckets/${bucket}/features/${name}`
                  const read = Effect.map(scene.ask("GET", path), ok)
                  const document = Effect.map(
                    scene.ask("POST", `${path}/check`, { value: null }),
                    (answer): string | null => ok(answer)["before"]
                  )
                  const save = Effect.fnUntraced(function* (value: unknown) {
                    const { version } = yield* read
                    return ok(yield* scene.ask("PUT", path, { value, version }))
                  })
                  const told = Effect.fnUntraced(function* () {
                    if (contract.foreign === undefined) return undefined
                    const [answer] = yield* foreign([contract.foreign.get(here)])
                    return answer !== undefined && "answer" in answer ? contract.foreign.told(answer.answer) : answer
                  })
                  const agrees = Effect.fnUntraced(function* (value: unknown, what: string) {
                    assert.deepStrictEqual(says(name, (yield* read)["value"]), says(name, value), what)
                    if (contract.foreign !== undefined)
                      assert.deepStrictEqual(
                        yield* told(),
                        contract.foreign.says(value as never, here),
                        `${what}, to boto3`
                      )
                  })

                  const theirs = (seen: unknown) => {
                    const wrote = contract.foreign?.wrote(here)
                    return featureOf(name).comparable?.(wrote, seen) ?? wrote
                  }

                  const [first, second] = [contract.first(here), contract.second(here)]
                  const initially = yield* document
                  const saved = yield* save(first)
                  assert.deepStrictEqual(says(name, saved["reading"].value), says(name, first))
                  yield* agrees(first, "written")
                  const written = yield* document
                  const { change_id } = yield* save(second)
                  yield* agrees(second, "edited")
                  ok(yield* scene.ask("POST", `/buckets/${bucket}/history/${change_id}/undo`))
                  yield* agrees(first, "undone")
                  assert.strictEqual(yield* document, written)

                  if (contract.foreign?.put !== undefined) {
                    for (const put of yield* foreign(contract.foreign.put(here)))
                      assert.notProperty(put, "error", JSON.stringify(put))
                    assert.deepStrictEqual(
                      says(name, (yield* read)["value"]),
                      says(name, theirs((yield* read)["value"])),
                      "written by boto3"
                    )
                    const changed = yield* save(second)
                    yield* agrees(second, "edited by us")
                    ok(yield* scene.ask("POST", `/buckets/${bucket}/history/${changed["change_id"]}/undo`))
                    assert.deepStrictEqual(
                      says(name, (yield* read)["value"]),
                      says(name, theirs((yield* read)["value"])),
                      "and put back"
                    )
                  }

                  const { version } = yield* read
                  const away = yield* scene.ask("PUT", path, { value: null, version })
                  if (contract.stays === true)
                    assert.deepStrictEqual([away.status, away.code], [422, "validation_failed"], away.text)
                  else {
                    const now = ok(away)["reading"]
                    assert.deepStrictEqual([now.value, now.problem], [null, null])
                    if (initially === null) assert.isNull(yield* document)
                    ok(yield* scene.ask("POST", `/buckets/${bucket}/history/${ok(away)["change_id"]}/undo`))
                    const back = (yield* read)["value"]
                    assert.deepStrictEqual(
                      says(name, back),
                      says(name, contract.foreign?.put === undefined ? first : theirs(back))
                    )
                  }
                  assert.notProperty(
                    (yield* foreign([["head_bucket", { Bucket: bucket }]]))[0],
                    "error",
                    "the bucket is still there"
                  )
                  const history: ReadonlyArray<any> = ok(yield* scene.ask("GET", `/buckets/${bucket}/history`))["items"]
                  assert.isAtLeast(history.length, 3)
                })
              ),
            120_000
          )
        }
      })
    }
  )
}
