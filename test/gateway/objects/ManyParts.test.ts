import { ListMultipartUploadsCommand, UploadPartCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { crc32 } from "node:zlib"
import { combineCrc32, crc32Text } from "#domain/objects/crc32.ts"
import { requirement } from "../../support/Requirement.ts"
import { WholeService } from "../../support/WholeService.ts"
import { ok } from "../managerScene.ts"
import { besideGateway } from "./besideGateway.ts"
import { transferScene } from "./transferScene.ts"

// as many parts as S3 allows, of a few bytes each: tiny parts replace 160 GB of disk
const gateway = besideGateway({ rgw_multipart_min_part_size: 1 })
const count = 10_000
const largest = 16 * 1024 ** 2
const partOf = (number: number) => Buffer.from(`part ${String(number).padStart(5, "0")}\n`)
const length = partOf(1).length
const sumOf = (bytes: Uint8Array) => crc32Text(crc32(bytes))
const numbers = Array.from({ length: count }, (_, index) => index + 1)
const sum = combineCrc32(numbers.map((number) => ({ checksum: sumOf(partOf(number)), size_bytes: length })))

requirement(gateway.name, gateway.lack)("an upload of as many parts as S3 has, on real RGW", () => {
  layer(WholeService({ allowedStorageHosts: ["localhost", "127.0.0.1"] }), {
    excludeTestServices: true,
    timeout: "120 seconds"
  })((it) => {
    it.effect(
      "S20 S21 is gone on with, listed in pages, joined with its sum and read; a part behind them is refused " +
        "before the gateway takes it",
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const at = yield* transferScene(gateway)
            const sql = yield* SqlClient.SqlClient
            const file = { key: "many", size_bytes: count * largest, file_modified_ms: 5 }
            const plan = ok(yield* at.send("POST", at.at("uploads"), file))
            assert.deepInclude(plan, { part_count: count, part_size_bytes: largest, resumed: false })
            const { id } = plan as { id: string }
            const partsAre = (bytes: number) =>
              sql`update uploads set size_bytes = ${bytes * count}::bigint, part_size_bytes = ${bytes} where id = ${id}`
            yield* partsAre(length)
            const [{ UploadId } = {}] = yield* Effect.promise(
              async () => (await at.client.send(new ListMultipartUploadsCommand({ Bucket: at.bucket }))).Uploads ?? []
            )
            const throughService = (number: number) =>
              Effect.promise(() =>
                at.browser.put(at.at(`uploads/${id}/parts/${number}`), partOf(number), {
                  "x-amz-checksum-crc32": sumOf(partOf(number))
                })
              )
            // RGW takes parts of any number, but can never join these
            for (const number of [0, count + 1])
              assert.strictEqual((yield* throughService(number)).status, 422, String(number))
            // the last page and the first part through the service, the others as a page sends them
            const [ours, theirs] = [
              numbers.filter((number) => number === 1 || number > count - 50),
              numbers.filter((number) => number > 1 && number <= count - 50)
            ]
            yield* Effect.forEach(
              theirs,
              (PartNumber) =>
                Effect.promise(() =>
                  at.client.send(
                    new UploadPartCommand({
                      Bucket: at.bucket,
                      Key: "many",
                      UploadId,
                      PartNumber,
                      Body: partOf(PartNumber)
                    })
                  )
                ),
              { concurrency: 32, discard: true }
            )
            const tooEarly = yield* at.send("POST", at.at(`uploads/${id}/complete`, { checksum: sum }))
            assert.deepStrictEqual(
              [tooEarly.status, tooEarly.body["detail"]],
              [409, `${theirs.length} of ${count} parts have arrived`]
            )
            yield* Effect.forEach(
              ours,
              (number) =>
                Effect.map(throughService(number), (answer) => assert.strictEqual(answer.status, 200, answer.text)),
              { concurrency: 8, discard: true }
            )

            yield* partsAre(largest)
            assert.deepInclude(ok(yield* at.send("POST", at.at("uploads"), file)), {
              id,
              resumed: true,
              part_count: count
            })
            yield* partsAre(length)
            const { parts } = ok(yield* at.send("GET", at.at(`uploads/${id}`))) as { parts: ReadonlyArray<any> }
            assert.deepStrictEqual(
              parts.map(({ checksum, part_number }) => [part_number, checksum]),
              numbers.map((number) => [number, sumOf(partOf(number))])
            )
            assert.deepStrictEqual(ok(yield* at.send("POST", at.at(`uploads/${id}/complete`, { checksum: sum }))), {
              key: "many",
              checksum: sum,
              verified: true
            })
            assert.isTrue(Buffer.from((yield* at.read("many")) ?? []).equals(Buffer.concat(numbers.map(partOf))))
            assert.deepStrictEqual(
              ok(yield* at.send("GET", at.at("objects/details", { key: "many" })))["parts"].count,
              count
            )
            assert.deepStrictEqual(
              ok(yield* at.send("GET", `/api/browser/uploads?context_id=${at.contextId}`))["uploads"],
              []
            )
            assert.deepStrictEqual(
              yield* Effect.promise(
                async () => (await at.client.send(new ListMultipartUploadsCommand({ Bucket: at.bucket }))).Uploads ?? []
              ),
              []
            )
          })
        ),
      300_000
    )
  })
})
