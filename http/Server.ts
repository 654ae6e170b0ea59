import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { Headers, HttpMiddleware, HttpRouter, UrlParams } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createServer } from "node:http"
import { Api } from "#api/Api.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { Settings } from "#services/platform/Settings.ts"
import { drainListener } from "./drainListener.ts"
import { RequestFrame } from "./middleware/RequestFrame.ts"
import { requestSpans } from "./middleware/RequestSpan.ts"
import { SystemRoutes } from "./SystemRoutes.ts"

export const ApiRoutes = HttpApiBuilder.layer(Api, { openapiPath: "/api/openapi.json" })

const redactedHeaders = [
  "authorization",
  "cookie",
  "set-cookie",
  "x-csrf-token",
  "x-sse-customer-key",
  "x-internal-token",
  "x-service-bootstrap-token",
  "proxy-authorization"
]

/** Query parameters hidden in spans: others may contain names, codes or states. */
const HIDDEN_PARAMETERS =
  /^(?!(?:page|page_size|sort_by|sort_dir|limit|workspace|context_id|max_keys|status|include_ended)$)/

const ownSpans = Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true)

/** Addresses have one spelling (`canonicalPath.ts`). Topic ARNs exceed the router's default of 100 characters. */
export const routing = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  maxParamLength: 600
}

const drain = Layer.effectDiscard(
  Effect.gen(function* () {
    const shutdown = yield* Shutdown
    const { shutdownDelay } = yield* Settings
    yield* Effect.addFinalizer(() =>
      Effect.andThen(Effect.andThen(shutdown.announce, Effect.sleep(shutdownDelay)), shutdown.begin)
    )
  })
)

/** Serves on Settings.host:port and drains on a stop. Fails with ServeError when the address is in use. */
export const serve = <A, E, R>(routes: Layer.Layer<A, E, R>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const settings = yield* Settings
      const { isAnnounced } = yield* Shutdown
      const proxies = HttpMiddleware.xForwardedHeaders({ trustedProxies: settings.trustedProxies })
      const server = NodeHttpServer.layer(
        () => {
          const server = drainListener(
            createServer({ requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 65_000 })
          )
          // a proxy would lose a request sent on a connection that is being closed
          return server.prependListener("request", (_, response) => {
            if (isAnnounced()) response.shouldKeepAlive = false
          })
        },
        { port: settings.port, host: settings.host, gracefulShutdownTimeout: "10 seconds" }
      )
      const app = HttpRouter.serve(Layer.mergeAll(routes, SystemRoutes, RequestFrame), {
        disableLogger: true,
        disableListenLog: true,
        middleware: (app) => proxies(requestSpans(settings)(app)),
        routerConfig: routing
      })
      return drain.pipe(
        Layer.provideMerge(app),
        Layer.provideMerge(server),
        Layer.provide(ownSpans),
        Layer.provide(Layer.succeed(Headers.CurrentRedactedNames, redactedHeaders)),
        Layer.provide(Layer.succeed(UrlParams.CurrentRedactedNames, [HIDDEN_PARAMETERS]))
      )
    })
  )
