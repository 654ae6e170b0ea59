import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand
} from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { places } from "../support/managedAccount.ts"
import { freshName, migrationScene } from "../support/migrationScene.ts"
import { requirement } from "../support/Requirement.ts"
import { WholeService } from "../support/WholeService.ts"

const MEBIBYTE = 1024 ** 2
const tags = { Tagging: "team=climate", Metadata: { colour: "green" }, CacheControl: "no-store" }

const plantInParts = async (client: S3Client, Bucket: string, Key: string, sizes: ReadonlyArray<number>) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...tags }))
  const Parts = []
  for (const [index, size] of sizes.entries()) {
    const part = { Bucket, Key, UploadId, PartNumber: index + 1 }
    const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: randomBytes(size) }))
    Parts.push({ ETag, PartNumber: index + 1 })
  }
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }))
}

for (const { lack, name, place } of places) {
  requirement(name, lack)(`the parts of objects that pass through the service, on the ${name}`, () => {
    layer(WholeService(), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      it.effect(
        "large objects keep their ETag, written in one piece or in parts of any size, and are proved by it",
        () =>
          Effect.gen(function* () {
            const { bucketWith, client, draftOf, itemsOf, other, started, until } = yield* migrationScene(
              yield* place,
              { isProxied: name === "sandbox" }
            )
            const [source, target] = [yield* bucketWith(client, "logs", ["small"]), freshName("moved")]
            yield* Effect.promise(async () => {
              for (const [Key, size] of [
                ["empty", 0],
                ["held", 100_000],
                ["one piece", 20 * MEBIBYTE]
              ] as const)
                await client.send(new PutObjectCommand({ Bucket: source, Key, Body: randomBytes(size), ...tags }))
              await plantInParts(client, source, "one part", [MEBIBYTE])
              await plantInParts(client, source, "three parts", [6 * MEBIBYTE, 5 * MEBIBYTE, 1_000])
            })
            const headsOf = (s3: S3Client, Bucket: string) =>
              Effect.promise(() =>
                Promise.all(
                  ["empty", "held", "one part", "one piece", "small", "three parts"].map(async (Key) => {
                    const head = await s3.send(new HeadObjectCommand({ Bucket, Key }))
                    return [Key, head.ETag, head.ContentLength, head.Metadata, head.CacheControl, head.TagCount]
                  })
                )
              )
            const path = yield* started({
              ...draftOf([{ source, target }]),
              use_same_endpoint_copy: false,
              strong_integrity_check: true
            })
            const end = yield* until(path, "completed", "completed_with_errors", "failed")
            const [item] = yield* itemsOf(path)
            assert.strictEqual(end.body["state"], "completed", JSON.stringify(item))
            assert.deepInclude(item.verified, { same: 6, different: 0, missing: 0, unknown: 0 })
            assert.deepStrictEqual(yield* headsOf(other, target), yield* headsOf(client, source))
          }).pipe(Effect.scoped),
        { timeout: 120_000 }
      )
    })
  })
}
