import { assert, it } from "@effect/vitest"
import { Duration, Effect, Layer, Metric, Option } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { version } from "#domain/identity/application/version.ts"
import { Telemetry } from "#layers/telemetry/Telemetry.ts"
import { TestSettings, testSettings } from "../../support/testSettings.ts"

/** Requests by path; texts appear as they are in OTLP's protobuf. */
const collector = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<{ readonly server: ReturnType<typeof createServer>; readonly got: Map<string, string> }>(
        (resolve) => {
          const got = new Map<string, string>()
          const server = createServer((request, response) => {
            const chunks: Array<Buffer> = []
            request.on("data", (chunk: Buffer) => chunks.push(chunk))
            request.on("end", () => {
              got.set(
                request.url ?? "",
                `${got.get(request.url ?? "") ?? ""}${Buffer.concat(chunks).toString("latin1")}`
              )
              response.writeHead(200).end()
            })
          }).listen(0, "127.0.0.1", () => resolve({ server, got }))
        }
      )
  ),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

const sent = (metrics: boolean) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { got, server } = yield* collector
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const settings = TestSettings({
        telemetry: {
          ...testSettings().telemetry,
          otlpUrl: Option.some(url),
          sampleRatio: 1,
          metrics,
          metricsInterval: Duration.hours(1),
          resource: { serviceName: "stowage-of-the-test", instanceId: "replica-7:8080" }
        }
      })
      yield* Effect.gen(function* () {
        yield* Metric.update(Metric.counter("stowage_test_total", { incremental: true }), 1)
        yield* Effect.withSpan(Effect.void, "work of the test")
        yield* Effect.withSpan(Effect.annotateCurrentSpan("http.route", "/api/things/:id"), "GET", { kind: "server" })
      }).pipe(Effect.provide(Telemetry.pipe(Layer.provide(settings))))
      return got
    })
  )

it.live("a collector is sent traces and metrics, each with the name, version and instance of the service", () =>
  Effect.gen(function* () {
    const got = yield* sent(true)
    assert.sameMembers([...got.keys()], ["/v1/traces", "/v1/metrics"])
    for (const [path, text] of got) {
      for (const part of ["stowage-of-the-test", "service.version", version, "service.instance.id", "replica-7:8080"])
        assert.include(text, part, path)
    }
    assert.include(got.get("/v1/traces"), "work of the test")
    assert.include(got.get("/v1/traces"), "GET /api/things/:id", "a request is named by its route")
    assert.include(got.get("/v1/metrics"), "stowage_test_total")
  })
)

it.live("metrics are not sent where they are switched off", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual([...(yield* sent(false)).keys()], ["/v1/traces"])
  })
)
