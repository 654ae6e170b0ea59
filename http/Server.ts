import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { Headers, HttpMiddleware, HttpRouter, UrlParams } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createServer } from "node:http"
import { Api } from "#api/Api.ts"
import { Shutdown } from "#services/platform/live/Shutdown.ts"
import { Settings } from "#services/platform/Settings.ts"
import { closeInQuiet } from "./closeInQuiet.ts"
import { RequestFrame } from "./middleware/RequestFrame.ts"
import { requestSpans } from "./middleware/RequestSpan.ts"
import { SystemRoutes } from "./SystemRoutes.ts"

/** The endpoints of the contract; needs the handlers of every group and its middleware. */
export const ApiRoutes = HttpApiBuilder.layer(Api, { openapiPath: "/api/openapi.json" })

/** Header values that nothing of the frame may write down. */
const redactedHeaders = [
  "authorization", "cookie", "set-cookie", "x-csrf-token", "x-sse-customer-key", "x-internal-token", "x-service-bootstrap-token", "proxy-authorization"
]

/** Every query parameter but those that a span may show: the values of others may be somebody's names, codes or states. */
const hiddenParameters = /^(?!(?:page|page_size|sort_by|sort_dir|limit|workspace|context_id|max_keys|status|include_ended)$)/

/** Requests have spans of our own (`RequestSpan.ts`). */
const ownSpans = Layer.succeed(HttpMiddleware.TracerDisabledWhen)(() => true)

/**
 * An address has one spelling (`canonicalPath.ts`); the router alone would answer several, and would not find what has a name of
 * more than 100 characters: ARNs of topics have up to 600, as the schemas of the parameters say.
 */
export const routing = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, maxParamLength: 600 }

/** Built after the server, so finalised before it: proxies are told to look elsewhere, then streams end, then requests in flight finish. */
const drain = Layer.effectDiscard(Effect.gen(function*() {
  const shutdown = yield* Shutdown
  const { shutdownDelay } = yield* Settings
  yield* Effect.addFinalizer(() => Effect.andThen(Effect.andThen(shutdown.announce, Effect.sleep(shutdownDelay)), shutdown.begin))
}))

/**
 * Serves routes on Settings.host:port. A stop makes it not ready for `shutdownDelay`, in which each answer ends its connection, ends the streams, gives requests in flight 10 s and closes.
 * Fails with a ServeError when the address is taken.
 */
export const serve = <A, E, R>(routes: Layer.Layer<A, E, R>) =>
  Layer.unwrap(Effect.gen(function*() {
    const settings = yield* Settings
    const { isAnnounced } = yield* Shutdown
    const proxies = HttpMiddleware.xForwardedHeaders({ trustedProxies: settings.trustedProxies })
    const server = NodeHttpServer.layer(
      () => {
        const made = closeInQuiet(createServer({ requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 65_000 }))
        // a proxy that keeps a connection for its next request would lose what it sends while it is closed
        return made.prependListener("request", (_, response) => { if (isAnnounced()) response.shouldKeepAlive = false })
      },
      { port: settings.port, host: settings.host, gracefulShutdownTimeout: "10 seconds" }
    )
    const app = HttpRouter.serve(Layer.mergeAll(routes, SystemRoutes, RequestFrame), {
      disableLogger: true, disableListenLog: true, middleware: (app) => proxies(requestSpans(settings)(app)), routerConfig: routing
    })
    return drain.pipe(
      Layer.provideMerge(app),
      Layer.provideMerge(server),
      Layer.provide(ownSpans),
      Layer.provide(Layer.succeed(Headers.CurrentRedactedNames, redactedHeaders)),
      Layer.provide(Layer.succeed(UrlParams.CurrentRedactedNames, [hiddenParameters]))
    )
  }))
