import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beforeKey } from "#domain/objects/beforeKey.ts"
import type { ObjectPage } from "#domain/objects/ObjectListing.ts"
import type { PendingUploadPage } from "#domain/objects/PendingUploads.ts"
import type { VersionPage } from "#domain/objects/VersionListing.ts"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { managerScene, type ManagerScene, ok } from "../managerScene.ts"
import { foreignClient } from "./foreignClient.ts"

const inTurn = (client: S3Client, commands: ReadonlyArray<object>) =>
  Effect.forEach(commands, (command) => Effect.promise(() => client.send(command as never)), { concurrency: 1 })

const asking = ({ admin, contextId }: ManagerScene, bucket: string) => {
  const path = (place: string, query: Record<string, string>) =>
    `/browser/buckets/${bucket}/${place}?${new URLSearchParams({ context_id: contextId, ...query })}`
  return {
    raw: (method: string, place: string, query: Record<string, string>) => admin(method, path(place, query)),
    get: <A>(place: string, query: Record<string, string> = {}) =>
      Effect.map(admin("GET", path(place, query)), (answer) => ok(answer) as unknown as A)
  }
}

const sorted = (keys: ReadonlyArray<string>) =>
  keys.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))

const plain = ["a", "b/1", "b/2", "b/c/3", "d//e", "f", "g/"]
const zoo = [
  "zoo/ with space ",
  "zoo/..",
  "zoo/100%25 %zz",
  "zoo/+&=?#",
  "zoo/a\tb",
  "zoo/line\nbreak\r",
  "zoo/<&>\"'",
  "zoo/\u0001\u007f",
  "zoo/\ufffe",
  "zoo/ünïcødé",
  "zoo/🦀",
  `zoo/${"k".repeat(1020)}`
]

const pages: ReadonlyArray<
  readonly [
    name: string,
    query: Record<string, string>,
    objects: ReadonlyArray<string>,
    prefixes: ReadonlyArray<string>,
    more?: boolean
  ]
> = [
  ["the bucket itself", {}, ["a", "f"], ["b/", "d/", "g/", "zoo/"]],
  ["a folder", { prefix: "b/" }, ["b/1", "b/2"], ["b/c/"]],
  ["a prefix that is no folder", { prefix: "b" }, [], ["b/"]],
  ["an empty segment", { prefix: "d/" }, [], ["d//"]],
  ["below an empty segment", { prefix: "d//" }, ["d//e"], []],
  ["a folder's own marker", { prefix: "g/" }, ["g/"], []],
  ["everything below a prefix", { prefix: "b/", delimiter: "" }, ["b/1", "b/2", "b/c/3"], []],
  ["nothing", { prefix: "nothing" }, [], []],
  ["a page that is full", { delimiter: "", max_keys: "2" }, ["a", "b/1"], [], true],
  ["behind a key", { delimiter: "", start_after: "b/2", max_keys: "3" }, ["b/c/3", "d//e", "f"], [], true],
  ["behind what is not there", { delimiter: "", start_after: "b/2!", max_keys: "1" }, ["b/c/3"], [], true],
  ["behind the last", { delimiter: "", start_after: "zzz" }, [], []],
  [
    "at a key, by what is before it",
    { delimiter: "", start_after: beforeKey("b/2"), max_keys: "1" },
    ["b/2"],
    [],
    true
  ],
  ["at a folder, by what is before it", { start_after: beforeKey("d/") }, ["f"], ["d/", "g/", "zoo/"]],
  ["at the end of Unicode", { prefix: "zoo/", start_after: beforeKey("zoo/🦀") }, ["zoo/🦀"], []],
  ["a prefix with everything that has to be escaped", { prefix: "zoo/100%25 %" }, ["zoo/100%25 %zz"], []],
  ["a prefix of control characters", { prefix: "zoo/\u0001" }, ["zoo/\u0001\u007f"], []],
  ["the zoo", { prefix: "zoo/" }, sorted(zoo), []]
]

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`listings of a bucket on ${gateway.name}`, () => {
    layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
      excludeTestServices: true,
      timeout: "120 seconds"
    })((it) => {
      it.effect("objects: prefix, delimiter, start and every kind of key, each in one page", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const bucket = yield* scene.bucket()
            const client = foreignClient(scene)
            yield* inTurn(
              client,
              [...plain, ...zoo].map((Key) => new PutObjectCommand({ Bucket: bucket, Key, Body: "x" }))
            )
            const { get, raw } = asking(scene, bucket)
            for (const [name, query, objects, prefixes, more = false] of pages) {
              const page: ObjectPage = yield* get<ObjectPage>("objects", query)
              assert.deepStrictEqual(
                [page.objects.map(({ key }) => key), page.prefixes],
                [[...objects], [...prefixes]],
                name
              )
              assert.strictEqual(page.next_continuation_token !== null, more, name)
            }
            const seen: Array<string> = []
            let token: string | null = null
            do {
              const page: ObjectPage = yield* get<ObjectPage>("objects", {
                delimiter: "",
                max_keys: "3",
                ...(token === null ? {} : { continuation_token: token })
              })
              seen.push(...page.objects.map(({ key }) => key))
              token = page.next_continuation_token
            } while (token !== null)
            assert.deepStrictEqual(seen, sorted([...plain, ...zoo]))
            assert.deepStrictEqual((yield* raw("GET", "objects", { max_keys: "1001" })).status, 422)
            assert.deepStrictEqual((yield* raw("GET", "objects", { start_after: "x".repeat(1025) })).status, 422)
          })
        )
      )

      it.effect("versions and delete markers: newest first, by markers, of a prefix, a folder or one key", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const bucket = yield* scene.bucket()
            const client = foreignClient(scene)
            const { get, raw } = asking(scene, bucket)
            const put = (Key: string, Body: string) => new PutObjectCommand({ Bucket: bucket, Key, Body })
            yield* inTurn(client, [
              put("before", "1"),
              new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration: { Status: "Enabled" } }),
              put("before", "22"),
              put("doc", "1"),
              put("doc", "22"),
              put("doc", "333"),
              put("doc.bak", "x"),
              put("gone/a", "x"),
              new DeleteObjectCommand({ Bucket: bucket, Key: "gone/a" }),
              put("odd\n%2F+ü", "1"),
              put("odd\n%2F+ü", "22")
            ])
            const all: VersionPage = yield* get<VersionPage>("versions")
            assert.deepStrictEqual(
              all.versions.map(({ is_delete_marker, is_latest, key, size_bytes }) => [
                key,
                is_delete_marker ? "marker" : size_bytes,
                is_latest
              ]),
              [
                ["before", 2, true],
                ["before", 1, false],
                ["doc", 3, true],
                ["doc", 2, false],
                ["doc", 1, false],
                ["doc.bak", 1, true],
                ["gone/a", "marker", true],
                ["gone/a", 1, false],
                ["odd\n%2F+ü", 2, true],
                ["odd\n%2F+ü", 1, false]
              ]
            )
            assert.strictEqual(all.versions[1]?.version_id, "null")
            assert.strictEqual(all.versions[6]?.etag, null)
            assert.match(all.versions[2]?.etag ?? "", /^"[0-9a-f]{32}"$/)

            for (const size of ["1", "2", "3", "7"]) {
              const seen: Array<string> = []
              let markers: Record<string, string> | null = {}
              while (markers !== null) {
                const page: VersionPage = yield* get<VersionPage>("versions", { max_keys: size, ...markers })
                assert.isAtMost(page.versions.length, Number(size))
                seen.push(...page.versions.map(({ key, version_id }) => `${key} ${version_id}`))
                markers =
                  page.next_key_marker === null
                    ? null
                    : {
                        key_marker: page.next_key_marker,
                        ...(page.next_version_id_marker === null
                          ? {}
                          : { version_id_marker: page.next_version_id_marker })
                      }
              }
              assert.deepStrictEqual(
                seen,
                all.versions.map(({ key, version_id }) => `${key} ${version_id}`),
                `pages of ${size}`
              )
            }

            const named = (query: Record<string, string>) =>
              Effect.map(get<VersionPage>("versions", query), (page) =>
                page.versions.map(({ key, size_bytes }) => `${key} ${size_bytes}`)
              )
            assert.deepStrictEqual(yield* named({ key: "doc" }), ["doc 3", "doc 2", "doc 1"])
            assert.deepStrictEqual(yield* named({ prefix: "doc" }), ["doc 3", "doc 2", "doc 1", "doc.bak 1"])
            assert.deepStrictEqual(yield* named({ prefix: "gone/", delimiter: "/" }), ["gone/a 0", "gone/a 1"])
            assert.deepStrictEqual(yield* named({ key: "do" }), [])
            const folder: VersionPage = yield* get<VersionPage>("versions", { delimiter: "/" })
            assert.deepStrictEqual(folder.prefixes, ["gone/"])
            assert.notInclude(
              folder.versions.map(({ key }) => key),
              "gone/a"
            )
            const first: VersionPage = yield* get<VersionPage>("versions", { key: "doc", max_keys: "2" })
            const rest: VersionPage = yield* get<VersionPage>("versions", {
              key: "doc",
              max_keys: "2",
              key_marker: first.next_key_marker ?? "",
              version_id_marker: first.next_version_id_marker ?? ""
            })
            assert.deepStrictEqual(
              [...first.versions, ...rest.versions].map(({ size_bytes }) => size_bytes),
              [3, 2, 1]
            )
            assert.strictEqual(rest.next_key_marker, null)
            assert.strictEqual((yield* raw("GET", "versions", { version_id_marker: "x" })).status, 422)
          })
        )
      )

      it.effect("unfinished uploads: by markers, of a prefix, aborted one by one", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const bucket = yield* scene.bucket()
            const client = foreignClient(scene)
            const { get, raw } = asking(scene, bucket)
            const keys = ["films/a.mov", "films/a.mov", "films/b 100%.mov", "other\n+ü", "plain"]
            const begun = yield* inTurn(
              client,
              keys.map((Key) => new CreateMultipartUploadCommand({ Bucket: bucket, Key }))
            ) as Effect.Effect<ReadonlyArray<{ UploadId: string }>>
            yield* inTurn(client, [
              new UploadPartCommand({
                Bucket: bucket,
                Key: "plain",
                UploadId: begun[4]?.UploadId ?? "",
                PartNumber: 1,
                Body: "part"
              })
            ])
            const idsOf = ({ uploads }: PendingUploadPage) => uploads.map(({ upload_id }) => upload_id)
            const all: PendingUploadPage = yield* get<PendingUploadPage>("multipart")
            assert.deepStrictEqual(
              all.uploads.map(({ key }) => key),
              keys
            )
            assert.sameMembers(
              idsOf(all),
              begun.map(({ UploadId }) => UploadId)
            )
            for (const { initiated_at } of all.uploads)
              assert.isAbove(Date.parse(initiated_at ?? ""), Date.now() - 600_000)
            for (const size of ["1", "2"]) {
              const seen: Array<string> = []
              let markers: Record<string, string> | null = {}
              while (markers !== null) {
                const page: PendingUploadPage = yield* get<PendingUploadPage>("multipart", {
                  max_uploads: size,
                  ...markers
                })
                seen.push(...idsOf(page))
                markers =
                  page.next_key_marker === null
                    ? null
                    : { key_marker: page.next_key_marker, upload_id_marker: page.next_upload_id_marker ?? "" }
              }
              assert.deepStrictEqual(seen, idsOf(all), `pages of ${size}`)
            }
            assert.deepStrictEqual(
              (yield* get<PendingUploadPage>("multipart", { prefix: "films/" })).uploads.map(({ key }) => key),
              keys.slice(0, 3)
            )
            for (const { key, upload_id } of all.uploads)
              assert.strictEqual((yield* raw("DELETE", "multipart", { key, upload_id })).status, 204)
            assert.deepStrictEqual((yield* get<PendingUploadPage>("multipart")).uploads, [])
            // objects' changes leave no audit entry: only the bucket's creation is there
            const sql = yield* SqlClient.SqlClient
            const told = yield* sql<{
              action: string
            }>`select distinct action from audit_logs where entity_id like ${`%${bucket}%`}`
            assert.deepStrictEqual(
              told.map(({ action }) => action),
              ["bucket.create"]
            )
            assert.strictEqual(
              (yield* raw("DELETE", "multipart", { key: "plain", upload_id: begun[4]?.UploadId ?? "" })).status,
              204
            )
            for (const query of [{ key: "plain" }, { key: "plain", upload_id: "" }, { upload_id: "x" }]) {
              assert.strictEqual((yield* raw("DELETE", "multipart", query as Record<string, string>)).status, 422)
            }
          })
        )
      )

      it.effect("a bucket that is gone, or somebody else's, is a plain refusal of each of them", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const scene = yield* managerScene(gateway)
            const other = yield* managerScene(gateway)
            const foreign = yield* other.bucket()
            for (const place of ["objects", "versions", "multipart"]) {
              assert.strictEqual(
                (yield* asking(scene, "no-such-bucket-here").raw("GET", place, {})).code,
                "not_found",
                place
              )
              // the sandbox hides foreign names, RGW reveals that they exist
              assert.include(
                ["not_found", "storage_error"],
                (yield* asking(scene, foreign).raw("GET", place, {})).code ?? "",
                place
              )
            }
          })
        )
      )
    })
  })
}
