import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Tracer } from "effect"
import { HttpClient, HttpClientRequest, HttpMiddleware, HttpRouter, HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"
import { requestSpans } from "#http/middleware/RequestSpan.ts"
import { collectedSpans } from "../support/collectedSpans.ts"
import { testSettings } from "../support/testSettings.ts"

const loopback = IpNetwork.fromStringUnsafe("127.0.0.0/8")
const elsewhere = IpNetwork.fromStringUnsafe("10.0.0.0/8")
const routes = Layer.mergeAll(
  HttpRouter.add("GET", "/api/things/:id", HttpServerResponse.text("here")),
  HttpRouter.add("GET", "/api/broken", Effect.succeed(HttpServerResponse.text("no", { status: 503 }))),
  ...["/healthz", "/readyz", "/metrics", "/build/x.js", "/api/share/secret"].map((path) =>
    HttpRouter.add("GET", path as "/healthz", HttpServerResponse.text("ok"))
  )
)

const foreignTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
const traceparent = (flag: "00" | "01") => ({ traceparent: `00-${foreignTrace}-00f067aa0ba902b7-${flag}` })

interface Setting {
  readonly ratio?: number
  readonly trusted?: boolean
  readonly proxies?: ReadonlyArray<IpNetwork.IpNetwork>
}

const asked = (
  { proxies = [loopback], ratio = 1, trusted = false }: Setting,
  ...requests: ReadonlyArray<readonly [path: string, headers?: Record<string, string>]>
) => {
  const { spans, tracer } = collectedSpans(ratio)
  const settings = testSettings({ trustedProxies: proxies })
  const spanned = requestSpans({ ...settings, telemetry: { ...settings.telemetry, trustTraceparent: trusted } })
  const Server = HttpRouter.serve(routes, {
    disableLogger: true,
    disableListenLog: true,
    middleware: (app) => HttpMiddleware.xForwardedHeaders({ trustedProxies: proxies })(spanned(app))
  }).pipe(
    Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true)),
    Layer.provide(Layer.succeed(Tracer.Tracer, tracer)),
    Layer.provideMerge(NodeHttpServer.layerTest)
  )
  return Effect.gen(function* () {
    for (const [path, headers = {}] of requests) {
      yield* HttpClient.execute(HttpClientRequest.get(path).pipe(HttpClientRequest.setHeaders(headers))).pipe(
        Effect.flatMap((answer) => answer.text),
        Effect.provideService(HttpClient.TracerPropagationEnabled, false)
      )
    }
    return spans.filter(({ kind, sampled }) => kind === "server" && sampled)
  }).pipe(Effect.provide(Server), Effect.scoped)
}

describe("the span of a request", () => {
  it.live("is named by its route's template, and says who asked and what was answered", () =>
    Effect.gen(function* () {
      const [span] = yield* asked({}, ["/api/things/7?status=open&code=secret", { "x-forwarded-for": "203.0.113.9" }])
      assert.strictEqual(span?.name, "GET /api/things/:id")
      const attributes = Object.fromEntries(span?.attributes ?? [])
      assert.deepInclude(attributes, {
        "http.route": "/api/things/:id",
        "url.path": "/api/things/7",
        "client.address": "203.0.113.9",
        "http.response.status_code": 200
      })
      assert.strictEqual(span?.status._tag, "Ended")
    })
  )

  it.live("is an error where the fault is ours", () =>
    Effect.gen(function* () {
      const [span] = yield* asked({}, ["/api/broken"])
      assert.deepInclude(Object.fromEntries(span?.attributes ?? []), { "http.response.status_code": 503 })
      assert.isTrue(span?.status._tag === "Ended" && span.status.exit._tag === "Failure")
    })
  )

  it.live("is not made of probes, files of the console and links that are secrets", () =>
    Effect.gen(function* () {
      const spans = yield* asked(
        {},
        ["/healthz"],
        ["/readyz"],
        ["/metrics"],
        ["/build/x.js"],
        ["/api/share/secret"],
        ["/api/things/1"]
      )
      assert.deepStrictEqual(
        spans.map(({ name }) => name),
        ["GET /api/things/:id"]
      )
    })
  )

  it.live("begins a trace of our own, whatever traceparent a stranger sends, and is not recorded because of it", () =>
    Effect.gen(function* () {
      assert.isEmpty(
        yield* asked({ ratio: 0 }, ["/api/things/1", traceparent("01")]),
        "a stranger does not force recording"
      )
      const [span] = yield* asked({ ratio: 1 }, ["/api/things/1", traceparent("00")])
      assert.isTrue(span !== undefined && Option.isNone(span.parent), "nor does one forbid it")
      assert.notStrictEqual(span?.traceId, foreignTrace)
      assert.deepStrictEqual(
        span?.links.map(({ span: { traceId } }) => traceId),
        [foreignTrace]
      )
    })
  )

  it.live("goes on with a trusted proxy's trace, once that is set, and with no other peer's", () =>
    Effect.gen(function* () {
      const [span] = yield* asked({ ratio: 0, trusted: true }, ["/api/things/1", traceparent("01")])
      assert.strictEqual(span?.traceId, foreignTrace)
      assert.isEmpty(yield* asked({ ratio: 1, trusted: true }, ["/api/things/1", traceparent("00")]))
      assert.isEmpty(
        yield* asked({ ratio: 0, trusted: true, proxies: [elsewhere] }, [
          "/api/things/1",
          { ...traceparent("01"), "x-forwarded-for": "10.0.0.1" }
        ])
      )
    })
  )
})
