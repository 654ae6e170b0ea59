import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
  CompleteMultipartUploadCommand
} from "@aws-sdk/client-s3"
import { assert } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { freshSandbox } from "../../layers/sandbox/support.ts"
import { sceneOf } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import type { BrowserScene } from "./browserScene.ts"
import { besideOn, keysIn, plantAll, workOn, zooIn } from "./objectWork.ts"
import type { Case } from "./scenes.ts"

const told = {
  ContentType: "text/x-test",
  CacheControl: "no-store",
  ContentEncoding: "identity",
  Metadata: { colour: "green" },
  Tagging: "team=climate&year=2026"
}

type There = Pick<BrowserScene, "bucketName" | "sdk">

const saysAll = Effect.fnUntraced(function* ({ bucketName: Bucket, sdk }: There, Key: string) {
  const head = yield* sdk<any>(new HeadObjectCommand({ Bucket, Key }))
  assert.deepStrictEqual(
    [head.ContentType, head.CacheControl, head.Metadata.colour],
    ["text/x-test", "no-store", "green"]
  )
  const { TagSet } = yield* sdk<any>(new GetObjectTaggingCommand({ Bucket, Key }))
  assert.deepStrictEqual(TagSet.map(({ Key, Value }: any) => `${Key}=${Value}`).sort(), ["team=climate", "year=2026"])
})

const textOf = ({ bucketName: Bucket, sdk }: There, Key: string) =>
  Effect.flatMap(sdk<any>(new GetObjectCommand({ Bucket, Key })), ({ Body }) =>
    Effect.promise(() => Body.transformToString() as Promise<string>)
  )

const here = (scene: BrowserScene, prefix: string) => ({ bucket_name: scene.bucketName, prefix })

export const copies: ReadonlyArray<Case> = [
  {
    name: "a folder is copied within a bucket with all that its objects say, whatever they are called",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const [from, to] = [`from ${key.length}/`, `to ${key.length}/`]
        yield* plantAll(scene, zooIn(from))
        yield* scene.put(`${from}told`, told)
        const run = yield* workOn(scene).done("copies", {
          prefixes: [from],
          base: from,
          target: here(scene, to),
          on_conflict: "skip"
        })
        const fitting = zooIn(from).filter((one) => Buffer.byteLength(to + one.slice(from.length)) <= 1024)
        assert.deepStrictEqual([run.state, run.items[0].result.done], ["completed", fitting.length + 1])
        assert.deepStrictEqual(
          [...(yield* keysIn(scene, to))].sort(),
          [...fitting.map((one) => to + one.slice(from.length)), `${to}told`].sort()
        )
        assert.strictEqual((yield* keysIn(scene, from)).length, zooIn(from).length + 1)
        yield* saysAll(scene, `${to}told`)
        const again = yield* workOn(scene).done("copies", {
          prefixes: [from],
          base: from,
          target: here(scene, to),
          on_conflict: "skip"
        })
        assert.deepStrictEqual([again.items[0].result.done, again.items[0].result.skipped], [0, fitting.length + 1])
      })
  },
  {
    name: "a name that is taken is skipped, replaced, or gets one beside it",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `conflicts ${key.length}/`
        yield* scene.put(`${at}a/x.tar.gz`, { Body: "new" })
        yield* scene.put(`${at}b/x.tar.gz`, { Body: "old one" })
        const go = (on_conflict: string) =>
          workOn(scene).done("copies", {
            keys: [`${at}a/x.tar.gz`],
            base: `${at}a/`,
            target: here(scene, `${at}b/`),
            on_conflict
          })
        assert.deepStrictEqual((yield* go("skip")).items[0].result, {
          done: 0,
          skipped: 1,
          bytes: 0,
          failed: 0,
          failures: []
        })
        assert.strictEqual(yield* textOf(scene, `${at}b/x.tar.gz`), "old one")
        yield* go("keep_both")
        yield* go("keep_both")
        assert.deepStrictEqual(yield* keysIn(scene, `${at}b/`), [
          `${at}b/x.tar (2).gz`,
          `${at}b/x.tar (3).gz`,
          `${at}b/x.tar.gz`
        ])
        yield* go("replace")
        assert.strictEqual(yield* textOf(scene, `${at}b/x.tar.gz`), "new")
        yield* workOn(scene).done("copies", {
          keys: [`${at}a/x.tar.gz`],
          base: `${at}a/`,
          target: here(scene, `${at}a/`),
          on_conflict: "keep_both"
        })
        assert.deepStrictEqual(yield* keysIn(scene, `${at}a/`), [`${at}a/x.tar (2).gz`, `${at}a/x.tar.gz`])
      })
  },
  {
    name: "what would lie in itself is refused, and so is what lies there already",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `selfish ${key.length}/`
        yield* scene.put(`${at}a/b/x`)
        const ask = (body: object) =>
          Effect.map(
            scene.ask("POST", "copies", { body: { base: at, on_conflict: "replace", ...body } }),
            ({ status }) => status
          )
        assert.strictEqual(yield* ask({ prefixes: [`${at}a/`], move: true, target: here(scene, `${at}a/b/`) }), 422)
        assert.strictEqual(yield* ask({ prefixes: [`${at}a/`], target: here(scene, `${at}a/`) }), 422)
        assert.strictEqual(yield* ask({ prefixes: [`${at}a/`], target: here(scene, at) }), 422)
        assert.strictEqual(yield* ask({ prefixes: [`${at}a/`], base: "elsewhere/", target: here(scene, "new/") }), 422)
        assert.strictEqual(
          yield* ask({ prefixes: [`${at}a/`], target: { bucket_name: "no-such-bucket-anywhere", prefix: "" } }),
          404
        )
        assert.deepStrictEqual(yield* keysIn(scene, at), [`${at}a/b/x`])
      })
  },
  {
    name:
      "a bucket is known again by another address of its gateway: nothing is moved onto or into itself, and " +
      "nothing is lost",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `mirrored ${key.length}/`
        const url = scene.target.url.replace("127.0.0.1", "localhost")
        assert.notStrictEqual(url, scene.target.url)
        const connection = ok(
          yield* scene.admin("POST", "/connections", {
            name: at,
            custom_endpoint: { url, provider: "cluster", region: scene.target.region },
            access_key: scene.key.accessKey,
            secret_key: scene.key.secretKey
          })
        )
        const there = (prefix: string) => ({
          context_id: `conn-${connection["id"]}`,
          bucket_name: scene.bucketName,
          prefix
        })
        yield* scene.put(`${at}a/x`)
        const ask = (path: string, body: object) =>
          Effect.map(
            scene.ask("POST", path, { body: { base: at, ...body } }),
            ({ body: { errors }, text }) => errors?.[0]?.path.join(".") ?? text
          )
        for (const path of ["copies", "copies/plan"]) {
          for (const on_conflict of ["replace", "skip", "keep_both"]) {
            assert.strictEqual(
              yield* ask(path, { prefixes: [`${at}a/`], move: true, target: there(at), on_conflict }),
              "payload.target.prefix"
            )
            assert.strictEqual(
              yield* ask(path, { prefixes: [`${at}a/`], move: true, target: there(`${at}a/b/`), on_conflict }),
              "payload.target.prefix"
            )
          }
        }
        const keys = [...Array.from({ length: 12 }, (_, nth) => `${at}gone ${nth}`), `${at}a/x`]
        yield* scene.put(`${at}a/x`)
        const run = yield* workOn(scene).done("copies", {
          keys,
          base: "",
          move: true,
          target: there(""),
          on_conflict: "replace"
        })
        assert.strictEqual(run.state, "completed_with_errors")
        assert.deepStrictEqual(yield* keysIn(scene, at), [`${at}a/x`])
        yield* workOn(scene).ask("POST", `/work/${run.id}/undo`)
        yield* Effect.repeat(workOn(scene).ask("GET", `/work/${run.id}`), {
          schedule: Schedule.spaced("100 millis"),
          until: ({ body: { state } }) => /rolled_back|completed/.test(state)
        })
        assert.deepStrictEqual(yield* keysIn(scene, at), [`${at}a/x`])
        assert.strictEqual(
          (yield* workOn(scene).done("copies", {
            keys: [`${at}a/x`],
            base: `${at}a/`,
            move: true,
            target: there(at),
            on_conflict: "skip"
          })).state,
          "completed"
        )
        assert.deepStrictEqual(yield* keysIn(scene, at), [`${at}x`])
      })
  },
  {
    name: "an object and a folder are renamed, and never over what is there",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `rename ${key.length}/`
        yield* scene.put(`${at}one`, told)
        yield* plantAll(scene, [`${at}two`, `${at}folder/`, `${at}folder/a`, `${at}folder/deep/b`])
        const refused = yield* scene.ask("POST", "renames", { body: { from: `${at}one`, to: `${at}two` } })
        assert.deepStrictEqual([refused.status, refused.code], [409, "already_exists"])
        assert.strictEqual(
          (yield* scene.ask("POST", "renames", { body: { from: `${at}folder/`, to: `${at}file` } })).status,
          422
        )
        assert.strictEqual(
          (yield* scene.ask("POST", "renames", { body: { from: `${at}folder/`, to: `${at}folder/deep/` } })).status,
          409
        )
        assert.strictEqual(
          (yield* scene.ask("POST", "renames", { body: { from: `${at}folder/`, to: `${at}folder/new/` } })).status,
          422
        )
        yield* workOn(scene).done("renames", { from: `${at}one`, to: `${at}1 ÿ%20` })
        yield* saysAll(scene, `${at}1 ÿ%20`)
        yield* workOn(scene).done("renames", { from: `${at}folder/`, to: `${at}Folder/` })
        assert.deepStrictEqual(yield* keysIn(scene, at), [
          `${at}1 ÿ%20`,
          `${at}Folder/`,
          `${at}Folder/a`,
          `${at}Folder/deep/b`,
          `${at}two`
        ])
      })
  },
  {
    name: "a move takes its sources away once they are there",
    in: "locked",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `move ${key.length}/`
        yield* plantAll(scene, [`${at}a/1`, `${at}a/2`])
        const run = yield* workOn(scene).done("copies", {
          prefixes: [`${at}a/`],
          base: at,
          target: here(scene, `${at}b/`),
          move: true,
          on_conflict: "skip"
        })
        assert.deepStrictEqual([run.state, run.items[0].result.done], ["completed", 2])
        assert.deepStrictEqual(yield* keysIn(scene, at), [`${at}b/a/1`, `${at}b/a/2`])
      })
  },
  {
    name: "another account of the same gateway gets its own, whose keys may not read the source",
    in: "plain",
    run: (scene, key) =>
      Effect.scoped(
        Effect.gen(function* () {
          const other = yield* besideOn(scene)
          const at = `across ${key.length}/`
          yield* plantAll(scene, zooIn(at))
          yield* scene.put(`${at}told`, told)
          const run = yield* workOn(scene).done("copies", {
            prefixes: [at],
            base: at,
            target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "got/" },
            move: true,
            on_conflict: "skip"
          })
          assert.deepStrictEqual(
            [run.state, run.items[0].result.failures, (yield* keysIn(scene, at)).length],
            ["completed", [], 0]
          )
          assert.strictEqual((yield* keysIn(other, "got/")).length, zooIn(at).length + 1)
          yield* saysAll(other, "got/told")
        })
      )
  },
  {
    name: "another gateway gets the same bytes, small and in parts, empty ones too, and no upload is left",
    in: "plain",
    run: (scene, key) =>
      Effect.scoped(
        Effect.gen(function* () {
          const other = yield* besideOn(scene, sceneOf(yield* Effect.orDie(freshSandbox())))
          const at = `far ${key.length}/`
          const large = randomBytes(40 * 1024 ** 2 + 3)
          yield* scene.put(`${at}large`, { Body: large, ...told })
          yield* scene.put(`${at}empty`, { Body: "" })
          yield* scene.put(`${at}small`, told)
          const run = yield* workOn(scene).done("copies", {
            prefixes: [at],
            base: at,
            target: { context_id: other.contextId, bucket_name: other.bucketName, prefix: "" },
            move: true,
            on_conflict: "skip"
          })
          assert.deepStrictEqual(
            [run.state, run.items[0].result.failures, run.items[0].result.bytes],
            ["completed", [], large.length + 5]
          )
          assert.deepStrictEqual(yield* keysIn(other, ""), ["empty", "large", "small"])
          assert.deepStrictEqual(yield* keysIn(scene, at), [])
          const { Body } = yield* other.sdk<any>(new GetObjectCommand({ Bucket: other.bucketName, Key: "large" }))
          const bytes: Uint8Array = yield* Effect.promise(() => Body.transformToByteArray() as Promise<Uint8Array>)
          const sum = (some: Uint8Array) => createHash("sha256").update(some).digest("hex")
          assert.strictEqual(sum(bytes), sum(large))
          yield* saysAll(other, "large")
          yield* saysAll(other, "small")
          const { Uploads = [] } = yield* other.sdk<any>(new ListMultipartUploadsCommand({ Bucket: other.bucketName }))
          assert.lengthOf(Uploads, 0)
        })
      )
  },
  {
    name: "what was uploaded in parts is copied as it is",
    in: "plain",
    run: (scene, key) =>
      Effect.gen(function* () {
        const at = `parts ${key.length}/`
        const place = { Bucket: scene.bucketName, Key: `${at}from` }
        const { UploadId } = yield* scene.sdk<any>(new CreateMultipartUploadCommand(place))
        const parts = [randomBytes(5 * 1024 ** 2), randomBytes(100)]
        const Parts = yield* Effect.forEach(parts, (Body, index) =>
          Effect.map(
            scene.sdk<any>(new UploadPartCommand({ ...place, UploadId, PartNumber: index + 1, Body })),
            ({ ETag }) => ({ ETag, PartNumber: index + 1 })
          )
        )
        yield* scene.sdk(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
        const run = yield* workOn(scene).done("renames", { from: `${at}from`, to: `${at}to` })
        assert.deepStrictEqual([run.state, run.items[0].result.bytes], ["completed", 5 * 1024 ** 2 + 100])
        assert.deepStrictEqual(yield* keysIn(scene, at), [`${at}to`])
      })
  }
]
