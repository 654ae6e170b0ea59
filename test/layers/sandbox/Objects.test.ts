import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  ListPartsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand
} from "@aws-sdk/client-s3"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { account, client, freshSandbox, run } from "./support.ts"

const prepared = (bucket: string) =>
  Effect.gen(function* () {
    const gateway = yield* freshSandbox()
    const s3 = yield* client(gateway, account(gateway))
    yield* run(() => s3.send(new CreateBucketCommand({ Bucket: bucket })))
    return { gateway, s3 }
  })

const codeOf = <A>(work: () => Promise<A>) => Effect.map(Effect.flip(run(work)), (error) => error.code)

const put = (s3: S3Client, Bucket: string, Key: string, Body: string | Buffer = "x") =>
  run(() => s3.send(new PutObjectCommand({ Bucket, Key, Body })))

describe("Objects in the sandbox, by the SDK with its default settings", () => {
  it.effect("come back as they were put, with type, metadata and checksum", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared("plain")
      const body = randomBytes(3_000_000)
      yield* run(() =>
        s3.send(
          new PutObjectCommand({
            Bucket: "plain",
            Key: "a",
            Body: body,
            ContentType: "image/png",
            Metadata: { by: "me" }
          })
        )
      )
      const got = yield* run(() => s3.send(new GetObjectCommand({ Bucket: "plain", Key: "a" })))
      assert.deepStrictEqual([got.ContentType, got.Metadata, got.ContentLength], ["image/png", { by: "me" }, 3_000_000])
      assert.isDefined(got.ChecksumCRC32)
      assert.isTrue(
        Buffer.from(yield* run(() => got.Body?.transformToByteArray() ?? Promise.resolve(new Uint8Array()))).equals(
          body
        )
      )
    })
  )

  it.effect("may have any key: dots, spaces, newlines, percent signs, slashes in front", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared("keys")
      const keys = [
        "../up",
        "/lead",
        "a//b",
        "a b+c",
        "line\nbreak",
        "100%",
        "%2F",
        "é😀",
        "<&\">'",
        "k".repeat(1024),
        "..",
        "./x",
        "tab\there"
      ]
      for (const key of keys) yield* put(s3, "keys", key, key)
      const listed = yield* run(() => s3.send(new ListObjectsV2Command({ Bucket: "keys" })))
      const names = (listed.Contents ?? []).map((one) => one.Key ?? "")
      assert.deepStrictEqual(
        names,
        [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      )
      for (const key of keys) {
        const got = yield* run(() => s3.send(new GetObjectCommand({ Bucket: "keys", Key: key })))
        assert.strictEqual(yield* run(() => got.Body?.transformToString() ?? Promise.resolve("")), key)
      }
      assert.strictEqual(
        yield* codeOf(() => s3.send(new PutObjectCommand({ Bucket: "keys", Key: "k".repeat(1025), Body: "x" }))),
        "InvalidObjectName"
      )
    })
  )

  it.effect("are listed in pages and folders that together hold each of them once", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared("pages")
      const keys = ["a", "b/1", "b/2", "b/c/3", "b0", "d/4", "e", "é/5"]
      for (const key of keys) yield* put(s3, "pages", key)
      const pages = (prefix: string, size: number) =>
        Effect.gen(function* () {
          const found: Array<string> = []
          let token: string | undefined
          do {
            const page = yield* run(() =>
              s3.send(
                new ListObjectsV2Command({
                  Bucket: "pages",
                  Prefix: prefix,
                  Delimiter: "/",
                  MaxKeys: size,
                  ...(token === undefined ? {} : { ContinuationToken: token })
                })
              )
            )
            found.push(
              ...(page.Contents ?? []).map((one) => one.Key ?? ""),
              ...(page.CommonPrefixes ?? []).map((one) => one.Prefix ?? "")
            )
            token = page.NextContinuationToken
          } while (token !== undefined)
          return found.sort()
        })
      for (const size of [1, 2, 3, 1000]) {
        assert.deepStrictEqual(yield* pages("", size), ["a", "b/", "b0", "d/", "e", "é/"].sort())
        assert.deepStrictEqual(yield* pages("b/", size), ["b/1", "b/2", "b/c/"])
      }
    })
  )

  it.effect("keep their versions when the bucket is versioned, and a delete marker hides them", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared("versions")
      yield* put(s3, "versions", "a", "before")
      yield* run(() =>
        s3.send(new PutBucketVersioningCommand({ Bucket: "versions", VersioningConfiguration: { Status: "Enabled" } }))
      )
      assert.strictEqual(
        (yield* run(() => s3.send(new GetBucketVersioningCommand({ Bucket: "versions" })))).Status,
        "Enabled"
      )
      const second = yield* put(s3, "versions", "a", "after")
      const marker = yield* run(() => s3.send(new DeleteObjectCommand({ Bucket: "versions", Key: "a" })))
      assert.isTrue(marker.DeleteMarker)
      assert.strictEqual(
        yield* codeOf(() => s3.send(new GetObjectCommand({ Bucket: "versions", Key: "a" }))),
        "NoSuchKey"
      )
      const listed = yield* run(() => s3.send(new ListObjectVersionsCommand({ Bucket: "versions", MaxKeys: 2 })))
      assert.deepStrictEqual([listed.DeleteMarkers?.length, listed.Versions?.length, listed.IsTruncated], [1, 1, true])
      const rest = yield* run(() =>
        s3.send(
          new ListObjectVersionsCommand({
            Bucket: "versions",
            KeyMarker: listed.NextKeyMarker,
            VersionIdMarker: listed.NextVersionIdMarker
          })
        )
      )
      assert.deepStrictEqual(
        rest.Versions?.map((one) => one.VersionId),
        ["null"]
      )
      assert.strictEqual(
        yield* codeOf(() => s3.send(new DeleteBucketCommand({ Bucket: "versions" }))),
        "BucketNotEmpty"
      )
      yield* run(() => s3.send(new DeleteObjectCommand({ Bucket: "versions", Key: "a", VersionId: marker.VersionId })))
      const back = yield* run(() => s3.send(new GetObjectCommand({ Bucket: "versions", Key: "a" })))
      assert.strictEqual(back.VersionId, second.VersionId)
    })
  )

  it.effect("are put in parts, which are listed, completed or given up", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared("parts")
      const target = { Bucket: "parts", Key: "big/file" }
      const part = randomBytes(5 * 1024 * 1024)
      const { UploadId } = yield* run(() =>
        s3.send(new CreateMultipartUploadCommand({ ...target, ContentType: "video/mp4" }))
      )
      yield* put(s3, "parts", "source", part)
      const first = yield* run(() => s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: part })))
      const second = yield* run(() =>
        s3.send(
          new UploadPartCopyCommand({
            ...target,
            UploadId,
            PartNumber: 2,
            CopySource: "parts/source",
            CopySourceRange: "bytes=0-9"
          })
        )
      )
      const listed = yield* run(() => s3.send(new ListPartsCommand({ ...target, UploadId })))
      assert.deepStrictEqual(
        listed.Parts?.map((one) => one.Size),
        [part.length, 10]
      )
      assert.strictEqual(
        (yield* run(() => s3.send(new ListMultipartUploadsCommand({ Bucket: "parts" })))).Uploads?.[0]?.UploadId,
        UploadId
      )
      const Parts = [
        { PartNumber: 1, ETag: first.ETag },
        { PartNumber: 2, ETag: second.CopyPartResult?.ETag }
      ]
      assert.strictEqual(
        yield* codeOf(() =>
          s3.send(
            new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: Parts.slice(0, 1) } })
          )
        ),
        "InvalidPart"
      )
      yield* run(() => s3.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } })))
      const got = yield* run(() => s3.send(new GetObjectCommand(target)))
      assert.match(got.ETag ?? "", /^"[0-9a-f]{32}-2"$/)
      const bytes = Buffer.from(yield* run(() => got.Body?.transformToByteArray() ?? Promise.resolve(new Uint8Array())))
      assert.isTrue(bytes.equals(Buffer.concat([part, part.subarray(0, 10)])))
      const across = yield* run(() =>
        s3.send(new GetObjectCommand({ ...target, Range: `bytes=${part.length - 2}-${part.length + 1}` }))
      )
      assert.strictEqual(across.ContentLength, 4)
      const given = yield* run(() => s3.send(new CreateMultipartUploadCommand(target)))
      yield* run(() => s3.send(new AbortMultipartUploadCommand({ ...target, UploadId: given.UploadId })))
      assert.strictEqual(
        yield* codeOf(() => s3.send(new AbortMultipartUploadCommand({ ...target, UploadId: given.UploadId }))),
        "NoSuchUpload"
      )
    })
  )

  it.effect("are copied, deleted a thousand at a time, and guarded by conditions", () =>
    Effect.gen(function* () {
      const { s3 } = yield* prepared("many")
      yield* put(s3, "many", "from here", "body")
      yield* run(() => s3.send(new CopyObjectCommand({ Bucket: "many", Key: "to", CopySource: "many/from%20here" })))
      yield* run(() => s3.send(new DeleteObjectCommand({ Bucket: "many", Key: "from here" })))
      const copy = yield* run(() => s3.send(new GetObjectCommand({ Bucket: "many", Key: "to" })))
      assert.strictEqual(yield* run(() => copy.Body?.transformToString() ?? Promise.resolve("")), "body")
      assert.strictEqual(
        yield* codeOf(() => s3.send(new PutObjectCommand({ Bucket: "many", Key: "to", Body: "x", IfNoneMatch: "*" }))),
        "PreconditionFailed"
      )
      assert.strictEqual(
        yield* codeOf(() => s3.send(new PutObjectCommand({ Bucket: "many", Key: "to", Body: "x", IfMatch: '"0"' }))),
        "PreconditionFailed"
      )
      const Objects = Array.from({ length: 1001 }, (_, i) => ({ Key: i === 0 ? "to" : `k${i}` }))
      const refused = yield* Effect.flip(
        run(() => s3.send(new DeleteObjectsCommand({ Bucket: "many", Delete: { Objects } })))
      )
      assert.strictEqual(refused.status, 400)
      const done = yield* run(() =>
        s3.send(new DeleteObjectsCommand({ Bucket: "many", Delete: { Objects: Objects.slice(0, 1000) } }))
      )
      assert.strictEqual(done.Deleted?.length, 1000)
      assert.strictEqual(yield* codeOf(() => s3.send(new HeadObjectCommand({ Bucket: "many", Key: "to" }))), "NotFound")
      yield* run(() => s3.send(new DeleteBucketCommand({ Bucket: "many" })))
      assert.strictEqual(yield* codeOf(() => s3.send(new HeadBucketCommand({ Bucket: "many" }))), "NotFound")
      assert.deepStrictEqual((yield* run(() => s3.send(new ListBucketsCommand({})))).Buckets ?? [], [])
    })
  )
})
