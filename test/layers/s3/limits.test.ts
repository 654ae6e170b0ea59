import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { GatewayAdapters } from "../../gateway/contract/adminGateway.ts"
import { targetOf } from "../../gateway/contract/s3Gateway.ts"

const gibibyte = 1024 ** 3

const sayingGateway = (bytes: number, parts: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const asked: Array<{
        readonly method: string
        readonly query: URLSearchParams
        readonly range: string | undefined
        readonly copies: boolean
        readonly text: string
      }> = []
      const server = http.createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request
          .on("data", (chunk: Buffer) => {
            chunks.push(chunk)
          })
          .on("end", () => {
            const { headers, method = "" } = request
            const query = new URL(request.url ?? "/", "http://localhost").searchParams
            const copies = headers["x-amz-copy-source"] !== undefined
            const range = headers["x-amz-copy-source-range"]
            asked.push({
              method,
              query,
              copies,
              text: Buffer.concat(chunks).toString("utf8"),
              range: Array.isArray(range) ? range[0] : range
            })
            const told = { "content-type": "application/xml", "x-amz-request-id": "tx0" }
            const xml = (text: string) => response.writeHead(200, told).end(`<?xml version="1.0"?>${text}`)
            if (method === "HEAD")
              return response
                .writeHead(200, {
                  ...told,
                  "content-length": bytes,
                  etag: '"e"',
                  "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT"
                })
                .end()
            const grant =
              '<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
              'xsi:type="CanonicalUser"><ID>me</ID></Grantee><Permission>FULL_CONTROL</Permission></Grant>'
            if (query.has("acl"))
              return xml(
                `<AccessControlPolicy><Owner><ID>me</ID></Owner><AccessControlList>${grant}</AccessControlList></AccessControlPolicy>`
              )
            if (query.has("tagging")) return xml("<Tagging><TagSet></TagSet></Tagging>")
            if (query.has("uploads"))
              return xml(
                "<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>k</Key><UploadId>u</UploadId></InitiateMultipartUploadResult>"
              )
            if (query.has("partNumber"))
              return xml(`<CopyPartResult><ETag>"p${query.get("partNumber")}"</ETag></CopyPartResult>`)
            if (method === "PUT") return xml('<CopyObjectResult><ETag>"whole"</ETag></CopyObjectResult>')
            if (method === "POST")
              return xml(
                '<CompleteMultipartUploadResult><Bucket>b</Bucket><Key>k</Key><ETag>"joined"</ETag></CompleteMultipartUploadResult>'
              )
            const from = Number(query.get("part-number-marker") ?? 0)
            const upTo = Math.min(parts, from + 1_000)
            const listed = Array.from(
              { length: upTo - from },
              (_, index) =>
                `<Part><PartNumber>${from + index + 1}</PartNumber><ETag>"p${from + index + 1}"</ETag><Size>16777216</Size></Part>`
            )
            return xml(
              `<ListPartsResult><Bucket>b</Bucket><Key>k</Key><UploadId>u</UploadId><NextPartNumberMarker>${upTo}</NextPartNumberMarker><IsTruncated>${upTo < parts}</IsTruncated>${listed.join("")}</ListPartsResult>`
            )
          })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      return {
        asked,
        server,
        target: targetOf(`http://localhost:${(server.address() as AddressInfo).port}`, {
          accessKey: "AKIAEXAMPLE",
          secretKey: "secret"
        })
      }
    }),
    ({ server }) =>
      Effect.promise(
        () =>
          new Promise((resolve) => {
            server.closeAllConnections()
            server.close(resolve)
          })
      )
  )

layer(GatewayAdapters, { excludeTestServices: true })("where S3 has its limits", (it) => {
  for (const [what, bytes, ranges] of [
    ["exactly 5 GiB in one call", 5 * gibibyte, [undefined]],
    [
      "5 GiB and a byte in six parts, the last of one byte",
      5 * gibibyte + 1,
      [0, 1, 2, 3, 4, 5].map(
        (part) => `bytes=${part * gibibyte}-${part === 5 ? 5 * gibibyte : (part + 1) * gibibyte - 1}`
      )
    ]
  ] as const) {
    it.effect(`an object is copied: ${what}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { asked, target } = yield* sayingGateway(bytes, 0)
          const from = {
            bucket: "b",
            key: "k",
            versionId: null,
            etag: '"e"',
            sizeBytes: bytes,
            storageClass: "STANDARD"
          }
          const outcomes = yield* (yield* ObjectDetailStore).copyTo(
            { source: target, target, bucket: "b", sameGateway: true, objectLock: false, accepted: [] },
            [{ from, to: "to" }]
          )
          const copied = asked
            .filter(({ copies }) => copies)
            .toSorted((one, other) => Number(one.query.get("partNumber")) - Number(other.query.get("partNumber")))
          assert.deepStrictEqual(
            copied.map(({ range }) => range),
            [...ranges]
          )
          assert.deepStrictEqual(
            outcomes.map((outcome) =>
              Result.isSuccess(outcome) ? (outcome.success ?? "").replaceAll('"', "") : outcome.failure
            ),
            [copied.length === 1 ? "whole" : "joined"]
          )
        })
      )
    )
  }

  it.effect("10,000 parts are read to their last, and all of them joined in their order", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { asked, target } = yield* sayingGateway(0, 10_000)
        const store = yield* MultipartStore
        const upload = { bucket: "b", key: "k", gatewayUploadId: "u" }
        const parts = yield* store.parts(target, upload)
        assert.deepStrictEqual(
          parts.map(({ part_number }) => part_number),
          Array.from({ length: 10_000 }, (_, index) => index + 1)
        )
        assert.deepStrictEqual(
          asked.map(({ query }) => query.get("part-number-marker") ?? "0"),
          Array.from({ length: 10 }, (_, page) => String(page * 1_000))
        )
        yield* store.complete(target, upload, parts)
        const numbers = Array.from(
          asked.at(-1)?.text.matchAll(/<PartNumber>(\d+)<\/PartNumber>/g) ?? [],
          ([, number]) => Number(number)
        )
        assert.deepStrictEqual(
          numbers,
          parts.map(({ part_number }) => part_number)
        )
      })
    )
  )
})
