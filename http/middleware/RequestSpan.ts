import { Clock, Effect, Exit, Option, Result, type Tracer } from "effect"
import { HttpMiddleware, HttpServerRequest, type HttpServerResponse, HttpTraceContext, UrlParams } from "effect/http"
import { IpNetwork, NetAddress } from "effect/net"
import type { Settings } from "#services/platform/Settings.ts"
import { containsShareToken } from "../redactLinkToken.ts"
import { isUnloggedPath } from "../isUnloggedPath.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Spans contain the full path: excludes paths with link tokens, probes and console files. */
const untraced = (url: string) => {
  const path = url.split("?", 1)[0] ?? url
  return containsShareToken(path) || isUnloggedPath(path)
}

const isFrom = (networks: ReadonlyArray<IpNetwork.IpNetwork>, { peerAddress }: Request) =>
  Option.exists(peerAddress, (text) => {
    const peer = Result.map(NetAddress.ipFromString(text), (parsed) => NetAddress.toCanonical(parsed))
    return Result.isSuccess(peer) && networks.some((network) => IpNetwork.contains(network, peer.success))
  })

class ServerFailure extends Error {
  override readonly name = "ServerFailure"
}

const ended = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>): Exit.Exit<unknown, unknown> =>
  Exit.isSuccess(exit) && exit.value.status >= 500
    ? Exit.fail(new ServerFailure(`answered ${exit.value.status}`))
    : exit

/** Continues a trace only from a trusted proxy, else links it: clients must not control sampling. */
export const requestSpans = ({
  telemetry: { trustTraceparent },
  trustedProxies
}: Pick<Settings["Service"], "telemetry" | "trustedProxies">) =>
  HttpMiddleware.make((app) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (untraced(request.url)) return yield* app
      const foreign = HttpTraceContext.fromHeaders(request.headers)
      const trusted = trustTraceparent && isFrom(trustedProxies, request)
      const links: ReadonlyArray<Tracer.SpanLink> = trusted
        ? []
        : Option.toArray(foreign).map((span) => ({ span, attributes: {} }))
      const span = yield* Effect.makeSpan(request.method, {
        kind: "server",
        links,
        ...(trusted && Option.isSome(foreign) ? { parent: foreign.value } : { root: true })
      })
      if (!span.sampled) return yield* Effect.onExit(Effect.withParentSpan(app, span), (exit) => endSpan(span, exit))
      const [path = "", query] = UrlParams.redactUrl(request.url, yield* UrlParams.CurrentRedactedNames).split(
        /\?(.*)/s
      )
      span.attribute("http.request.method", request.method)
      span.attribute("url.path", path)
      if (query !== undefined && query !== "") span.attribute("url.query", query)
      span.attribute("user_agent.original", request.headers["user-agent"] ?? "")
      span.attribute(
        "client.address",
        Option.getOrElse(request.remoteAddress, () => "")
      )
      return yield* Effect.onExit(Effect.withParentSpan(app, span), (exit) => {
        if (Exit.isSuccess(exit)) span.attribute("http.response.status_code", exit.value.status)
        return endSpan(span, ended(exit))
      })
    })
  )

const endSpan = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>) =>
  Effect.map(Clock.currentTimeNanos, (now) => span.end(now, exit))
