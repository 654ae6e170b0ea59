import type { GatewayFailure } from "#domain/errors/Errors.ts"
import { Context, Effect, Layer } from "effect"
import { keptAnswer } from "./keptAnswer.ts"
import * as http from "node:http"
import * as https from "node:https"
import type { LookupFunction } from "node:net"
import { failureOfNodeError, neverSent } from "../gateway/failures.ts"
import { Outbound } from "../outbound/Outbound.ts"
import { contentOf, type GatewayRequest, queryText, signRequest } from "./signRequest.ts"

/** The head of an answer; its body is still to be read, or to be destroyed. */
export interface OpenAnswer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly body: http.IncomingMessage
}

export interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

/** Bytes of an answer that is read whole; statistics of many buckets are read as a stream instead. */
const longestAnswer = 64 * 1024 * 1024

/**
 * HTTP to gateways on kept-alive connections, straight on Node's client, which tells a parse error (T1) from a reset.
 * It neither retries nor waits: that is the EndpointGuard's. Interruption breaks the connection.
 */
export class GatewayHttp extends Context.Service<GatewayHttp, {
  readonly open: (operation: string, request: GatewayRequest, verifyTls: boolean) => Effect.Effect<OpenAnswer, GatewayFailure>
  readonly send: (operation: string, request: GatewayRequest, verifyTls: boolean) => Effect.Effect<Answer, GatewayFailure>
}>()("stowage/layers/rgw/GatewayHttp") {
  static readonly layer = Layer.effect(GatewayHttp, Effect.gen(function*() {
    const outbound = yield* Outbound
    const agentsOf = (lookup: LookupFunction) => {
      const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: 60_000, lookup }
      return Effect.acquireRelease(
        Effect.sync(() => ({
          lookup,
          plain: new http.Agent(options),
          tls: new https.Agent(options),
          unverified: new https.Agent({ ...options, rejectUnauthorized: false })
        })),
        ({ plain, tls, unverified }) => Effect.sync(() => [plain, tls, unverified].forEach((agent) => agent.destroy()))
      )
    }
    const registered = yield* agentsOf(outbound.gatewayLookup)
    const typedIn = yield* agentsOf(outbound.lookup("s3"))

    /** Sockets do not look address literals up. */
    const allowed = (operation: string, { url, userSupplied }: GatewayRequest) =>
      Effect.try({
        try: () => userSupplied === true ? outbound.assertHost("s3", new URL(url).hostname) : outbound.assertGateway(new URL(url).hostname),
        catch: (refusal) => failureOfNodeError(operation, refusal)
      })

    const open = (operation: string, request: GatewayRequest, verifyTls: boolean) =>
      Effect.flatMap(Effect.andThen(allowed(operation, request), Effect.promise(() => signRequest(request))), (headers) =>
        Effect.callback<OpenAnswer, GatewayFailure>((resume) => {
          const url = new URL(request.url)
          const query = queryText(request.query)
          const secure = url.protocol === "https:"
          const agents = request.userSupplied === true ? typedIn : registered
          const content = contentOf(request)
          const connection = request.alone === true
            ? { agent: false as const, lookup: agents.lookup, rejectUnauthorized: verifyTls }
            : { agent: secure ? (verifyTls ? agents.tls : agents.unverified) : agents.plain }
          const outgoing = (secure ? https : http).request({
            hostname: url.hostname.replace(/^\[|\]$/g, ""),
            port: url.port === "" ? undefined : Number(url.port),
            method: request.method,
            path: query === "" ? request.path : `${request.path}?${query}`,
            headers: { ...headers, "content-length": String(Buffer.byteLength(content)) },
            ...connection
          })
          outgoing.once("response", (body) =>
            resume(Effect.succeed({ status: body.statusCode ?? 0, headers: body.headers, body })))
          outgoing.on("error", (cause) => resume(neverSent(cause) ? Effect.die(cause) : Effect.fail(failureOfNodeError(operation, cause))))
          outgoing.end(content)
          return Effect.sync(() => outgoing.destroy())
        }))

    const readWhole = (operation: string, { body, headers, status }: OpenAnswer) =>
      Effect.callback<Answer, GatewayFailure>((resume) => {
        const chunks: Array<Buffer> = []
        let size = 0
        const fail = (cause: unknown) => resume(Effect.fail(failureOfNodeError(operation, cause)))
        body.on("data", (chunk: Buffer) => {
          size += chunk.length
          if (size > longestAnswer) body.destroy(new Error("the answer is too long"))
          else chunks.push(chunk)
        })
        body.once("end", () =>
          body.complete
            ? resume(Effect.succeed({ status, headers, text: keptAnswer(Buffer.concat(chunks).toString("utf8")) }))
            : fail(new Error("the answer was cut off")))
        body.once("error", fail)
        return Effect.sync(() => body.destroy())
      })

    const send = (operation: string, request: GatewayRequest, verifyTls: boolean) =>
      Effect.flatMap(open(operation, request, verifyTls), (answer) => readWhole(operation, answer))

    return GatewayHttp.of({ open, send })
  }))
}
