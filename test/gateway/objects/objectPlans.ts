import {
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  PutBucketVersioningCommand,
  ListObjectVersionsCommand,
  ObjectLockRetentionMode
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import type { BrowserScene } from "./browserScene.ts"
import { resultOf } from "./framesOf.ts"
import { besideOn, keysIn, plantAll, workOn, zooIn } from "./objectWork.ts"
import type { Case } from "./scenes.ts"

const planned = (scene: BrowserScene, work: "copies" | "deletions", body: object) =>
  Effect.map(scene.ask("POST", `${work}/plan`, { body }), resultOf)

const later = Effect.sleep("1100 millis")

const undone = Effect.fnUntraced(function* (scene: BrowserScene, id: number) {
  const asked = yield* workOn(scene).ask("POST", `/work/${id}/undo`)
  assert.strictEqual(asked.status, 200, asked.text)
  yield* workOn(scene)
    .ask("GET", `/work/${id}`)
    .pipe(
      Effect.repeat({
        schedule: Schedule.spaced("50 millis"),
        until: ({ body }) =>
          body["state"] === "rolled_back" || (body["state"] === "completed_with_errors" && body["direction"] === "back")
      }),
      Effect.timeout("60 seconds"),
      Effect.orDie
    )
  return (yield* workOn(scene).items(id))[0]
})

const versionsOf = (scene: BrowserScene, prefix: string) =>
  Effect.map(
    scene.sdk<any>(new ListObjectVersionsCommand({ Bucket: scene.bucketName, Prefix: prefix, EncodingType: "url" })),
    ({ DeleteMarkers = [], Versions = [] }) =>
      [...Versions, ...DeleteMarkers]
        .map(({ Key, VersionId }: any) => `${decodeURIComponent(Key.replaceAll("+", " "))} ${VersionId}`)
        .sort()
  )

export const plans: ReadonlyArray<Case> = [
  {
    name:
      "a plan of a copy says what a run does: what is written, what is taken, what is the same, what is gone, " +
      "and changes nothing",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `plan ${key.length}/`
        const odd = zooIn(`${at}from/`).filter((one) => Buffer.byteLength(one) <= 1_000)
        yield* plantAll(scene, odd)
        yield* scene.put(`${at}from/equal`, { Body: "same" })
        yield* scene.put(`${at}to/equal`, { Body: "same" })
        yield* scene.put(`${at}from/other`, { Body: "new" })
        yield* scene.put(`${at}to/other`, { Body: "an old one" })
        yield* scene.put(`${at}single`, { Body: "12345" })
        const body = {
          prefixes: [`${at}from/`],
          base: `${at}from/`,
          target: { bucket_name: scene.bucketName, prefix: `${at}to/` }
        }
        const before = yield* keysIn(scene, at)
        const found = {
          objects: odd.length + 2,
          bytes: odd.length * 5 + 7,
          existing: 2,
          same: 1,
          missing: 0,
          impossible: 0,
          same_gateway: true,
          versioning: "off"
        }
        const skip = yield* planned(scene, "copies", { ...body, on_conflict: "skip" })
        assert.deepInclude(skip, {
          ...found,
          writes: odd.length,
          write_bytes: odd.length * 5,
          skip: 2,
          replace: 0,
          beside: 0
        })
        assert.deepInclude(yield* planned(scene, "copies", { ...body, on_conflict: "replace" }), {
          ...found,
          writes: odd.length + 2,
          skip: 0,
          replace: 2,
          beside: 0
        })
        const both = yield* planned(scene, "copies", { ...body, on_conflict: "keep_both" })
        assert.deepInclude(both, { ...found, writes: odd.length + 2, skip: 0, replace: 0, beside: 2 })
        assert.deepStrictEqual(
          both.sample
            .filter(({ act }: any) => act === "beside")
            .map(({ to }: any) => to)
            .sort(),
          [`${at}to/equal (2)`, `${at}to/other (2)`]
        )
        assert.strictEqual(both.sample.filter(({ act }: any) => act === "write").length, Math.min(20, odd.length))

        const few = yield* planned(scene, "copies", {
          keys: [`${at}single`, `${at}never`],
          base: at,
          target: { bucket_name: scene.bucketName, prefix: `${at}to/` },
          on_conflict: "skip"
        })
        assert.deepInclude(few, { objects: 1, bytes: 5, writes: 1, missing: 1 })
        assert.deepStrictEqual(
          few.sample.map(({ act, key: name, to }: any) => [act, name, to]),
          [
            ["missing", `${at}never`, null],
            ["write", `${at}single`, `${at}to/single`]
          ]
        )
        assert.deepStrictEqual(yield* keysIn(scene, at), before)

        assert.strictEqual(
          (yield* scene.ask("POST", "copies/plan", {
            body: { ...body, target: { ...body.target, prefix: `${at}from/` }, on_conflict: "skip" }
          })).status,
          422
        )
        assert.strictEqual(
          (yield* scene.ask("POST", "copies/plan", {
            body: { ...body, target: { bucket_name: "no-such-bucket-anywhere", prefix: "" }, on_conflict: "skip" }
          })).status,
          404
        )
        assert.strictEqual((yield* scene.ask("POST", "deletions/plan", { body: { prefixes: [""] } })).status, 422)
        assert.strictEqual((yield* scene.ask("POST", "deletions/plan", { body: {} })).status, 422)
        const run = yield* workOn(scene).done("copies", { ...body, on_conflict: "skip", planned_at: skip.planned_at })
        assert.deepInclude(run.items[0].result, {
          done: skip.writes,
          bytes: skip.write_bytes,
          skipped: skip.skip,
          failed: 0
        })
      })
  },
  {
    name: "a plan of a deletion counts objects, versions, markers and what locks keep",
    in: "locked",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `doomed ${key.length}/`
        const until = new Date(Date.now() + 3_600_000)
        const first = yield* scene.put(`${at}a`)
        yield* scene.put(`${at}a`, { Body: "longer than that" })
        yield* scene.put(`${at}kept`, {
          ObjectLockMode: ObjectLockRetentionMode.GOVERNANCE,
          ObjectLockRetainUntilDate: until
        })
        yield* scene.put(`${at}gone`)
        yield* workOn(scene).done("deletions", { keys: [`${at}gone`] })
        const current = yield* planned(scene, "deletions", { prefixes: [at], keys: ["never"] })
        assert.deepInclude(current, {
          objects: 2,
          versions: 0,
          markers: 0,
          bytes: 21,
          locked: 0,
          missing: 1,
          versioning: "enabled",
          object_lock: true
        })
        assert.deepStrictEqual(
          current.sample.map(({ act, key: name }: any) => [act, name]),
          [
            ["missing", "never"],
            ["hide", `${at}a`],
            ["hide", `${at}kept`]
          ]
        )
        const all = yield* planned(scene, "deletions", { prefixes: [at], all_versions: true })
        assert.deepInclude(all, {
          objects: 2,
          versions: 2,
          markers: 1,
          bytes: 31,
          locked: 1,
          locks_looked_at: 4,
          missing: 0
        })
        const [locked] = all.sample.filter(({ act }: any) => act === "locked")
        assert.strictEqual(locked.key, `${at}kept`)
        assert.match(locked.reason, /retained until .*governance/)
        assert.deepInclude(
          yield* planned(scene, "deletions", { prefixes: [at], all_versions: true, bypass_governance: true }),
          { locked: 0 }
        )
        assert.deepInclude(yield* planned(scene, "deletions", { versions: [{ key: `${at}a`, version_id: first }] }), {
          objects: 0,
          versions: 1,
          bytes: 5,
          locked: 0,
          missing: 0
        })
        const run = yield* workOn(scene).done("deletions", {
          prefixes: [at],
          all_versions: true,
          planned_at: all.planned_at
        })
        assert.deepInclude(run.items[0].result, { done: 4, failed: 1 })
        yield* workOn(scene).done("deletions", { prefixes: [at], all_versions: true, bypass_governance: true })
      })
  },
  {
    name: "a run that holds to a plan leaves alone and names what was written since",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `since ${key.length}/`
        const target = { bucket_name: scene.bucketName, prefix: `${at}to/` }
        yield* plantAll(scene, [`${at}from/a`, `${at}from/b`, `${at}from/c`, `${at}to/c`, `${at}named`])
        yield* later
        const body = { prefixes: [`${at}from/`], base: `${at}from/`, target, on_conflict: "replace" }
        const { planned_at } = yield* planned(scene, "copies", body)
        const doomed = yield* planned(scene, "deletions", { prefixes: [`${at}from/`], keys: [`${at}named`] })
        yield* later
        yield* scene.put(`${at}from/a`, { Body: "newer" })
        yield* scene.put(`${at}from/late`)
        yield* scene.put(`${at}to/c`, { Body: "somebody's" })
        yield* scene.put(`${at}named`, { Body: "newer" })
        const copy = yield* workOn(scene).done("copies", { ...body, planned_at })
        assert.deepStrictEqual(
          [
            copy.items[0].result.done,
            copy.items[0].result.failures.map(({ code, key: name }: any) => [name.slice(at.length), code]).sort()
          ],
          [
            1,
            [
              ["from/a", "stale_plan"],
              ["from/c", "stale_plan"],
              ["from/late", "stale_plan"]
            ]
          ]
        )
        assert.deepStrictEqual(yield* keysIn(scene, `${at}to/`), [`${at}to/b`, `${at}to/c`])
        const run = yield* workOn(scene).done("deletions", {
          prefixes: [`${at}from/`],
          keys: [`${at}named`],
          planned_at: doomed.planned_at
        })
        assert.deepStrictEqual(run.items.map(({ result }) => [result.done, result.failed]).sort(), [
          [0, 1],
          [2, 2]
        ])
        assert.deepStrictEqual(yield* keysIn(scene, at), [
          `${at}from/a`,
          `${at}from/late`,
          `${at}named`,
          `${at}to/b`,
          `${at}to/c`
        ])
      })
  },
  {
    name:
      "a deletion that is answered at once and holds to a plan leaves alone and names what was written since, " +
      "each key on its own",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `at once ${key.length}/`
        const odd = zooIn(at)
        const rewritten = `${at}rewritten`
        yield* plantAll(scene, [...odd, rewritten])
        yield* later
        const keys = [...odd.slice(1), rewritten, `${at}never`, `${at}new`, odd[0] ?? ""]
        const { planned_at } = yield* planned(scene, "deletions", { keys })
        yield* later
        yield* scene.put(rewritten, { Body: "somebody's" })
        yield* scene.put(`${at}new`)
        yield* scene.put(odd[0] ?? "", { Body: "somebody's" })
        const since = new Set([rewritten, `${at}new`, odd[0]])
        const answer = yield* scene.ask("DELETE", "objects", { body: { keys, planned_at } })
        assert.strictEqual(answer.status, 200, answer.text)
        assert.deepStrictEqual(
          answer.body["results"].map(({ code, deleted, key: name }: any) => [name, deleted, code]),
          keys.map((name) => (since.has(name) ? [name, false, "stale_plan"] : [name, true, null]))
        )
        assert.sameMembers([...(yield* keysIn(scene, at))], [...since])
        const few = yield* scene.ask("DELETE", "objects", { body: { keys: [rewritten], planned_at } })
        assert.deepStrictEqual(
          few.body["results"].map(({ code, deleted }: any) => [deleted, code]),
          [[false, "stale_plan"]]
        )
        assert.isTrue(
          (yield* scene.ask("DELETE", "objects", { body: { keys: [...since] } })).body["results"].every(
            ({ deleted }: any) => deleted
          )
        )
        assert.strictEqual(
          (yield* scene.ask("DELETE", "objects", { body: { keys: [rewritten], planned_at: "yesterday" } })).status,
          422
        )
      })
  },
  {
    name: "a copy is undone: what it made goes, what was written over since or took another's place stays and is named",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `undo ${key.length}/`
        const target = { bucket_name: scene.bucketName, prefix: `${at}to/` }
        const odd = zooIn(`${at}from/`).filter((one) => Buffer.byteLength(one) <= 1_000)
        yield* plantAll(scene, [...odd, `${at}to/beside`])
        const body = { prefixes: [`${at}from/`], base: `${at}from/`, target, on_conflict: "skip" }
        const clean = yield* workOn(scene).done("copies", body)
        assert.strictEqual((yield* keysIn(scene, `${at}to/`)).length, odd.length + 1)
        assert.strictEqual((yield* undone(scene, clean.id)).state, "rolled_back")
        assert.deepStrictEqual(yield* keysIn(scene, `${at}to/`), [`${at}to/beside`])
        assert.strictEqual((yield* keysIn(scene, `${at}from/`)).length, odd.length)

        yield* plantAll(scene, [`${at}few/over`, `${at}few/took`, `${at}few/free`, `${at}few/gone`, `${at}to/took`])
        const again = yield* workOn(scene).done("copies", {
          ...body,
          prefixes: [`${at}few/`],
          base: `${at}few/`,
          on_conflict: "replace"
        })
        yield* scene.put(`${at}to/over`, { Body: "somebody's" })
        yield* workOn(scene).done("deletions", { keys: [`${at}to/gone`] })
        const { problem } = yield* undone(scene, again.id)
        assert.match(
          problem.detail,
          /^2 undone; 2 stay: .*to\/over \(something else stands there now\), .*to\/took \(it took the place of an object/
        )
        assert.deepStrictEqual(yield* keysIn(scene, `${at}to/`), [`${at}to/beside`, `${at}to/over`, `${at}to/took`])
      })
  },
  {
    name:
      "a move and a rename are undone: sources are there again with all that was said of them; what changed " +
      "since stays and is named",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `undo move ${key.length}/`
        const target = { bucket_name: scene.bucketName, prefix: `${at}to/` }
        const odd = zooIn(`${at}from/`).filter((one) => Buffer.byteLength(one) <= 1_000)
        yield* plantAll(scene, odd)
        yield* scene.put(`${at}from/said`, { Body: "said", ContentType: "text/x-said", Metadata: { is: "kept" } })
        const body = { prefixes: [`${at}from/`], base: `${at}from/`, target, move: true, on_conflict: "skip" }
        const before = yield* keysIn(scene, `${at}from/`)
        const clean = yield* workOn(scene).done("copies", body)
        assert.deepStrictEqual(
          [yield* keysIn(scene, `${at}from/`), (yield* keysIn(scene, `${at}to/`)).length],
          [[], odd.length + 1]
        )
        const undoing = yield* undone(scene, clean.id)
        assert.strictEqual(undoing.state, "rolled_back", JSON.stringify(undoing.problem))
        assert.deepStrictEqual([yield* keysIn(scene, `${at}from/`), yield* keysIn(scene, `${at}to/`)], [before, []])
        const said = yield* scene.sdk<any>(new HeadObjectCommand({ Bucket: scene.bucketName, Key: `${at}from/said` }))
        assert.deepStrictEqual([said.ContentType, said.Metadata], ["text/x-said", { is: "kept" }])
        assert.strictEqual((yield* workOn(scene).ask("POST", `/work/${clean.id}/undo`)).status, 409)

        yield* plantAll(
          scene,
          ["over", "took", "free", "gone", "back"].map((name) => `${at}few/${name}`).concat(`${at}to/took`)
        )
        const again = yield* workOn(scene).done("copies", {
          ...body,
          prefixes: [`${at}few/`],
          base: `${at}few/`,
          on_conflict: "replace"
        })
        yield* scene.put(`${at}to/over`, { Body: "somebody's" })
        yield* scene.put(`${at}few/back`, { Body: "somebody's" })
        yield* workOn(scene).done("deletions", { keys: [`${at}to/gone`] })
        const { problem } = yield* undone(scene, again.id)
        assert.match(
          problem.detail,
          /^1 undone; 4 stay: .*to\/back \(something else stands at .*few\/back now\), .*to\/gone \(it is not there any more\), .*to\/over \(something else stands there now\), .*to\/took \(it took the place of an object/
        )
        assert.deepStrictEqual(yield* keysIn(scene, `${at}few/`), [`${at}few/back`, `${at}few/free`])
        assert.deepStrictEqual(yield* keysIn(scene, `${at}to/`), [`${at}to/back`, `${at}to/over`, `${at}to/took`])

        const renamed = yield* workOn(scene).done("renames", { from: `${at}few/free`, to: `${at}few/called` })
        assert.strictEqual((yield* undone(scene, renamed.id)).state, "rolled_back")
        assert.deepStrictEqual(yield* keysIn(scene, `${at}few/`), [`${at}few/back`, `${at}few/free`])

        const other = yield* besideOn(scene)
        const far = yield* workOn(scene).done("copies", {
          ...body,
          target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "" }
        })
        assert.strictEqual((yield* keysIn(scene, `${at}from/`)).length, 0, JSON.stringify(far.items))
        assert.strictEqual((yield* undone(scene, far.id)).state, "rolled_back")
        assert.deepStrictEqual(yield* keysIn(scene, `${at}from/`), before)
        assert.deepStrictEqual(yield* keysIn(other, "", other.bucketName), [])
      }).pipe(Effect.scoped)
  },
  {
    name:
      "in a bucket with versions undoing a move brings back the very versions from " +
      "under their markers, and ends what it made",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `undo move ${key.length}/`
        yield* scene.sdk(
          new PutBucketVersioningCommand({ Bucket: scene.bucketName, VersioningConfiguration: { Status: "Enabled" } })
        )
        yield* plantAll(scene, [`${at}from/a`, `${at}from/b`, `${at}to/a`])
        const before = yield* versionsOf(scene, at)
        const run = yield* workOn(scene).done("copies", {
          prefixes: [`${at}from/`],
          base: `${at}from/`,
          target: { bucket_name: scene.bucketName, prefix: `${at}to/` },
          move: true,
          on_conflict: "replace"
        })
        assert.lengthOf(yield* versionsOf(scene, at), before.length + 4)
        assert.strictEqual((yield* undone(scene, run.id)).state, "rolled_back")
        assert.deepStrictEqual(yield* versionsOf(scene, at), before)
      })
  },
  {
    name:
      "a deletion is undone where the bucket keeps versions: its own markers go, and nobody else's; elsewhere " +
      "there is no undoing",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `undo deletion ${key.length}/`
        yield* scene.sdk(
          new PutBucketVersioningCommand({ Bucket: scene.bucketName, VersioningConfiguration: { Status: "Enabled" } })
        )
        const odd = zooIn(`${at}all/`).filter((one) => Buffer.byteLength(one) <= 1_000)
        yield* plantAll(scene, [...odd, ...["one", "newer", "twice", "put back"].map((name) => `${at}${name}`)])
        const before = yield* versionsOf(scene, at)
        const clean = yield* workOn(scene).done("deletions", {
          prefixes: [`${at}all/`],
          keys: [`${at}one`, `${at}never`]
        })
        assert.deepStrictEqual(
          clean.items.map(({ result }) => result.failed),
          [0, 0]
        )
        assert.lengthOf(yield* versionsOf(scene, at), before.length + new Set(odd).size + 1)
        for (const item of [yield* undone(scene, clean.id)])
          assert.strictEqual(item.state, "rolled_back", JSON.stringify(item))
        assert.deepStrictEqual(yield* versionsOf(scene, at), before)

        const run = yield* workOn(scene).done("deletions", {
          keys: ["one", "newer", "twice", "put back"].map((name) => `${at}${name}`)
        })
        const newer = yield* scene.put(`${at}newer`, { Body: "newer" })
        yield* scene.sdk(new DeleteObjectCommand({ Bucket: scene.bucketName, Key: `${at}twice` }))
        const markers: any = yield* scene.sdk(
          new ListObjectVersionsCommand({ Bucket: scene.bucketName, Prefix: `${at}put back` })
        )
        yield* scene.sdk(
          new DeleteObjectCommand({
            Bucket: scene.bucketName,
            Key: `${at}put back`,
            VersionId: markers.DeleteMarkers[0].VersionId
          })
        )
        const { problem } = yield* undone(scene, run.id)
        assert.match(
          problem.detail,
          /^2 undone; 2 stay: .*newer \(something else stands there now\), .*twice \(it was deleted by somebody else as well\)$/
        )
        const after = yield* versionsOf(scene, at)
        for (const one of before) assert.include(after, one)
        assert.include(after, `${at}newer ${newer}`)
        assert.lengthOf(after, before.length + 4)

        const forGood = yield* workOn(scene).done("deletions", { keys: [`${at}one`], all_versions: true })
        assert.strictEqual((yield* workOn(scene).ask("POST", `/work/${forGood.id}/undo`)).status, 409)
      })
  },
  {
    name: "in a bucket with versions undoing a copy ends just the versions that it made",
    in: "versioned",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `undo ${key.length}/`
        yield* scene.sdk(
          new PutBucketVersioningCommand({ Bucket: scene.bucketName, VersioningConfiguration: { Status: "Enabled" } })
        )
        yield* plantAll(scene, [`${at}from/a`, `${at}from/b`, `${at}from/c`])
        yield* scene.sdk(new PutObjectCommand({ Bucket: scene.bucketName, Key: `${at}to/a`, Body: "earlier" }))
        const before = yield* versionsOf(scene, `${at}to/`)
        const run = yield* workOn(scene).done("copies", {
          prefixes: [`${at}from/`],
          base: `${at}from/`,
          target: { bucket_name: scene.bucketName, prefix: `${at}to/` },
          on_conflict: "replace"
        })
        const newer = yield* scene.put(`${at}to/c`, { Body: "newer" })
        const { problem } = yield* undone(scene, run.id)
        assert.match(problem.detail, /^2 undone; 1 stay: .*to\/c \(something else stands there now\)$/)
        const after = yield* versionsOf(scene, `${at}to/`)
        for (const one of before) assert.include(after, one)
        assert.include(after, `${at}to/c ${newer}`)
        assert.lengthOf(after, before.length + 2)
        assert.strictEqual((yield* scene.details(`${at}to/a`))["size_bytes"], 7)
      })
  }
]
