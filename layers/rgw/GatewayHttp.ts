import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { Context, Effect, Exit, Layer, Redacted } from "effect"
import type { OpenCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { sanitizeAnswer } from "./sanitizeAnswer.ts"
import * as http from "node:http"
import * as https from "node:https"
import type { LookupFunction } from "node:net"
import { annotateAnswer } from "../gateway/annotateAnswer.ts"
import { failureOfNodeError, wasNeverSent } from "../gateway/failures.ts"
import { IdleConnections } from "../gateway/IdleConnections.ts"
import { hostName } from "../outbound/addresses.ts"
import { Outbound } from "../outbound/Outbound.ts"
import { afterContinue } from "./afterContinue.ts"
import { markRelayable, socketRelay } from "./socketRelay.ts"
import { requestSigner, type Signable } from "./requestSigner.ts"
import { requestContent, type GatewayRequest, queryText, signNow, signRequest } from "./signRequest.ts"

/** The caller must read or destroy the body. */
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

const MAX_ANSWER_BYTES = 64 * 1024 * 1024

export interface DocumentSource {
  readonly url: string
  readonly region: string
  readonly key: OpenCredential
  readonly userSupplied: boolean
  readonly verifyTls: boolean
}

/**
 * Returns a cancel function, after which `done` is not called. `query`: encoded, in the order of its names; `alone`: on
 * its own connection (T1).
 */
export type ReadDocument = (
  operation: string,
  path: string,
  query: string,
  alone: boolean,
  done: (exit: Exit.Exit<Answer, GatewayFailure>) => void
) => () => void

export interface BodilessRequest extends Omit<Signable, "host"> {
  readonly extra?: Readonly<Record<string, string>>
}

/** `send` writes exactly `length` bytes and ends the request; it is called once the gateway waits for them. */
export interface StreamedContent {
  readonly length: number
  readonly send: (outgoing: http.ClientRequest) => void
}

export interface ObjectRequest extends BodilessRequest {
  readonly content?: Uint8Array | StreamedContent
}

export type OpenObject = (
  operation: string,
  request: ObjectRequest,
  done: (exit: Exit.Exit<OpenAnswer, GatewayFailure>) => void
) => () => void

const [CONNECT_TIMEOUT, SILENCE_TIMEOUT] = [5_000, 60_000] as const

const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024
const MAX_JOINED_BYTES = 16 * 1024
/** As in the SDK: smaller bodies are sent at once. */
const MIN_EXPECTED_BYTES = 2 * 1024 * 1024

/** Uses Node's client, which tells a parse error (T1) from a reset. Interruption closes the connection. */
export class GatewayHttp extends Context.Service<
  GatewayHttp,
  {
    readonly open: (
      operation: string,
      request: GatewayRequest,
      verifyTls: boolean
    ) => Effect.Effect<OpenAnswer, GatewayFailure>
    readonly send: (
      operation: string,
      request: GatewayRequest,
      verifyTls: boolean
    ) => Effect.Effect<Answer, GatewayFailure>
    readonly documents: (operation: string, source: DocumentSource) => Effect.Effect<ReadDocument, GatewayFailure>
    readonly objects: (operation: string, source: DocumentSource) => Effect.Effect<OpenObject, GatewayFailure>
  }
>()("stowage/layers/rgw/GatewayHttp") {
  static readonly layer = Layer.effect(
    GatewayHttp,
    Effect.gen(function* () {
      const outbound = yield* Outbound
      const idle = yield* IdleConnections
      const agentsOf = (lookup: LookupFunction) => {
        const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 32, timeout: 60_000, lookup }
        return Effect.acquireRelease(
          Effect.sync(() => ({
            lookup,
            plain: socketRelay(new http.Agent(options)),
            tls: socketRelay(new https.Agent(options)),
            unverified: socketRelay(new https.Agent({ ...options, rejectUnauthorized: false }))
          })),
          ({ plain, tls, unverified }) =>
            Effect.sync(() => [plain, tls, unverified].forEach((agent) => agent.destroy()))
        )
      }
      const registered = yield* agentsOf(outbound.gatewayLookup)
      const typedIn = yield* agentsOf(outbound.lookup("s3"))
      yield* idle.track([registered, typedIn].flatMap(({ plain, tls, unverified }) => [plain, tls, unverified]))

      /** Sockets do not call `lookup` for address literals. */
      const allowed = (operation: string, { url, userSupplied }: Pick<GatewayRequest, "url" | "userSupplied">) =>
        Effect.try({
          try: () =>
            userSupplied === true
              ? outbound.assertHost("s3", new URL(url).hostname)
              : outbound.assertGateway(new URL(url).hostname),
          catch: (refusal) => failureOfNodeError(operation, refusal)
        })

      const open = (operation: string, request: GatewayRequest, verifyTls: boolean) =>
        Effect.flatMap(
          Effect.andThen(
            allowed(operation, request),
            Effect.suspend(() => {
              const headers = signNow(request, Date.now())
              return headers === null ? Effect.promise(() => signRequest(request)) : Effect.succeed(headers)
            })
          ),
          (headers) =>
            Effect.callback<OpenAnswer, GatewayFailure>((resume) => {
              const url = new URL(request.url)
              const query = queryText(request.query)
              const secure = url.protocol === "https:"
              const agents = request.userSupplied === true ? typedIn : registered
              const content = requestContent(request)
              const connection =
                request.alone === true
                  ? { agent: false as const, lookup: agents.lookup, rejectUnauthorized: verifyTls }
                  : { agent: secure ? (verifyTls ? agents.tls : agents.unverified) : agents.plain }
              const outgoing = (secure ? https : http).request({
                hostname: hostName(url.hostname),
                port: url.port === "" ? undefined : Number(url.port),
                method: request.method,
                path: query === "" ? request.path : `${request.path}?${query}`,
                headers: { ...headers, "content-length": String(Buffer.byteLength(content)) },
                ...connection
              })
              outgoing.once("response", (body) =>
                resume(Effect.succeed({ status: body.statusCode ?? 0, headers: body.headers, body }))
              )
              outgoing.on("error", (cause) =>
                resume(wasNeverSent(cause) ? Effect.die(cause) : Effect.fail(failureOfNodeError(operation, cause)))
              )
              outgoing.end(content)
              return Effect.sync(() => outgoing.destroy())
            })
        )

      const collect = (
        body: http.IncomingMessage,
        longest: number,
        done: (text: string) => void,
        fail: (cause: unknown) => void
      ) => {
        const chunks: Array<Buffer> = []
        let size = 0
        body.on("data", (chunk: Buffer) => {
          size += chunk.length
          if (size > longest) body.destroy(new Error("the answer is too long"))
          else chunks.push(chunk)
        })
        body.once("end", () =>
          body.complete
            ? done(sanitizeAnswer(Buffer.concat(chunks).toString("utf8")))
            : fail(new Error("the answer was cut off"))
        )
        body.once("error", fail)
      }

      const readWhole = (operation: string, { body, headers, status }: OpenAnswer) =>
        Effect.callback<Answer, GatewayFailure>((resume) => {
          collect(
            body,
            MAX_ANSWER_BYTES,
            (text) => resume(Effect.succeed({ status, headers, text })),
            (cause) => resume(Effect.fail(failureOfNodeError(operation, cause)))
          )
          return Effect.sync(() => body.destroy())
        })

      const sourceOf = ({
        key: { accessKey, secretKey, sessionToken },
        region,
        url,
        userSupplied,
        verifyTls
      }: DocumentSource) => {
        const { host, hostname, port, protocol } = new URL(url)
        const secure = protocol === "https:"
        const agents = userSupplied ? typedIn : registered
        const sign = requestSigner(
          {
            accessKey,
            secretKey: Redacted.value(secretKey),
            sessionToken: sessionToken === null ? null : Redacted.value(sessionToken)
          },
          region
        )
        const place = { hostname: hostName(hostname), port: port === "" ? undefined : Number(port) }
        return {
          host,
          sign,
          request: (secure ? https : http).request,
          shared: { ...place, agent: secure ? (verifyTls ? agents.tls : agents.unverified) : agents.plain },
          own: { ...place, agent: false as const, lookup: agents.lookup, rejectUnauthorized: verifyTls }
        }
      }

      const documents = (operation: string, source: DocumentSource) =>
        Effect.map(allowed(operation, source), (): ReadDocument => {
          const { host, own, request, shared, sign } = sourceOf(source)
          return (called, path, query, alone, done) => {
            let open = true
            const end = (exit: Exit.Exit<Answer, GatewayFailure>) => {
              if (!open) return
              open = false
              done(exit)
            }
            const fail = (cause: unknown) =>
              end(wasNeverSent(cause) ? Exit.die(cause) : Exit.fail(failureOfNodeError(called, cause)))
            const outgoing = request({
              ...(alone ? own : shared),
              path: `${path}?${query}`,
              headers: sign({ method: "GET", host, path, query }, Date.now())
            })
            let answered = false
            outgoing.once("response", (body) => {
              answered = true
              collect(
                body,
                MAX_DOCUMENT_BYTES,
                (text) => end(Exit.succeed({ status: body.statusCode ?? 0, headers: body.headers, text })),
                fail
              )
            })
            // the body reports its own end; data after a complete answer (T1) is ignored
            outgoing.on("error", (cause) => {
              if (!answered) fail(cause)
            })
            outgoing.end()
            return () => {
              open = false
              outgoing.destroy()
            }
          }
        })

      const objects = (operation: string, source: DocumentSource) =>
        Effect.map(allowed(operation, source), (): OpenObject => {
          const { host, request, shared, sign } = sourceOf(source)
          return (called, { content, extra, headers = {}, method, path, query }, done) => {
            let open = true
            const streamed = content !== undefined && "send" in content ? content : null
            const requestBytes = content === undefined || "send" in content ? null : content
            const waits = streamed !== null && streamed.length >= MIN_EXPECTED_BYTES
            const end = (exit: Exit.Exit<OpenAnswer, GatewayFailure>) => {
              if (!open) return
              open = false
              done(exit)
            }
            const fail = (cause: unknown) =>
              end(wasNeverSent(cause) ? Exit.die(cause) : Exit.fail(failureOfNodeError(called, cause)))
            try {
              const outgoing = request({
                ...shared,
                timeout: SILENCE_TIMEOUT,
                method,
                path: query === "" ? path : `${path}?${query}`,
                headers: {
                  ...sign({ method, host, path, query, headers }, Date.now()),
                  ...extra,
                  ...(method === "PUT"
                    ? { "content-length": String(streamed?.length ?? requestBytes?.length ?? 0) }
                    : {}),
                  ...(waits ? { expect: "100-continue" } : {})
                }
              })
              outgoing.once("response", (body) => {
                body.on("error", () => undefined)
                if (method === "GET") markRelayable(body)
                // an answer before the whole body was sent: nobody would end the request
                if (streamed !== null) body.once("close", () => outgoing.writableFinished || outgoing.destroy())
                if (open) end(Exit.succeed({ status: body.statusCode ?? 0, headers: body.headers, body }))
                else body.destroy()
              })
              outgoing.on("error", fail)
              outgoing.once("timeout", () =>
                outgoing.destroy(Object.assign(new Error("the gateway fell silent"), { code: "ETIMEDOUT" }))
              )
              outgoing.once("socket", (socket) => {
                if (!socket.connecting) return
                const late = setTimeout(
                  () => outgoing.destroy(Object.assign(new Error("no connection"), { code: "EHOSTUNREACH" })),
                  CONNECT_TIMEOUT
                )
                socket.once("connect", () => clearTimeout(late)).once("close", () => clearTimeout(late))
              })
              // as text, a short body goes out in one write with its head
              if (streamed === null && requestBytes !== null && requestBytes.length <= MAX_JOINED_BYTES)
                outgoing.end(
                  Buffer.from(requestBytes.buffer, requestBytes.byteOffset, requestBytes.length).toString("latin1"),
                  "latin1"
                )
              else if (streamed === null) outgoing.end(requestBytes)
              else if (waits) {
                afterContinue(outgoing, () => streamed.send(outgoing))
                outgoing.flushHeaders()
              } else streamed.send(outgoing)
              return () => {
                open = false
                outgoing.destroy()
              }
            } catch (cause) {
              fail(cause)
              return () => undefined
            }
          }
        })

      const openAnnotated = (operation: string, request: GatewayRequest, verifyTls: boolean) =>
        Effect.tap(open(operation, request, verifyTls), ({ headers, status }) =>
          annotateAnswer(status, headers["x-amz-request-id"])
        )

      const send = (operation: string, request: GatewayRequest, verifyTls: boolean) =>
        Effect.flatMap(openAnnotated(operation, request, verifyTls), (answer) => readWhole(operation, answer))

      return GatewayHttp.of({ open: openAnnotated, send, documents, objects })
    })
  ).pipe(Layer.provide(IdleConnections.layer))
}
