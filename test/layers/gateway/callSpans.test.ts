import { ListBucketsCommand } from "@aws-sdk/client-s3"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, Tracer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { EndpointGuard } from "#layers/gateway/EndpointGuard.ts"
import { Outbound } from "#layers/outbound/Outbound.ts"
import { AdminCalls } from "#layers/rgw/AdminCalls.ts"
import { S3Calls } from "#layers/s3/S3Calls.ts"
import { collectedSpans } from "../../support/collectedSpans.ts"
import { TestSettings } from "../../support/testSettings.ts"

const { spans, tracer } = collectedSpans()
const Calls = Layer.merge(S3Calls.layer, AdminCalls.layer).pipe(
  Layer.provide([EndpointGuard.layer, Outbound.layer]),
  Layer.provide(TestSettings()),
  Layer.provideMerge(Layer.succeed(Tracer.Tracer, tracer))
)

const refusing = Effect.map(
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer((_, response) => {
            response.writeHead(403, { "content-type": "application/xml", "x-amz-request-id": "tx0123-gateway" })
            response.end("<Error><Code>AccessDenied</Code><RequestId>tx0123-gateway</RequestId></Error>")
          }).listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ),
  (server) => ({
    endpointId: 3,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: "default",
    verifyTls: true,
    pathStyle: true,
    userSupplied: false,
    credential: GatewayCredential.opened({ accessKey: "key", secretKey: Redacted.make("secret"), sessionToken: null })
  })
)

layer(Calls, { excludeTestServices: true })("the span of a gateway's call", (it) => {
  it.effect("says what was answered and the gateway's own id of the request, also of a refusal", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const target = yield* refusing
        yield* Effect.exit(
          (yield* S3Calls).send(target, new ListBucketsCommand({}), { about: "buckets", idempotent: true })
        )
        yield* Effect.exit(
          (yield* AdminCalls).done(target, {
            operation: "GetAccount",
            method: "GET",
            path: "/account",
            query: { id: "RGW1" },
            idempotent: true
          })
        )
        for (const name of ["s3.ListBuckets", "rgw.GetAccount"]) {
          const span = spans.find((one) => one.name === name)
          assert.deepInclude(
            Object.fromEntries(span?.attributes ?? []),
            {
              "stowage.endpoint": "endpoint:3",
              "http.response.status_code": 403,
              "aws.request_id": "tx0123-gateway"
            },
            name
          )
        }
      })
    )
  )
})
