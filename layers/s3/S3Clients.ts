import { S3Client } from "@aws-sdk/client-s3"
import { NodeHttpHandler } from "@smithy/node-http-handler"
import { Context, Duration, Effect, Layer, RcMap, Redacted, type Scope } from "effect"
import { Agent as HttpAgent } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import type { LookupFunction } from "node:net"
import { Outbound } from "../outbound/Outbound.ts"
import type { OpenCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { failureOfNodeError } from "../gateway/failures.ts"
import { IdleConnections } from "../gateway/IdleConnections.ts"
import { sendExpiresText } from "./expiresText.ts"
import { refusePages } from "./refusePages.ts"

const CLIENT_IDLE_TIME = Duration.minutes(5)

/** Clients share connections: an answer may outlive its client, and closing its agent would end the download. */
const makeHandler = (verifyTls: boolean, lookup: LookupFunction) =>
  Effect.gen(function* () {
    const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, lookup }
    const [httpAgent, httpsAgent] = [
      new HttpAgent(options),
      new HttpsAgent({ ...options, rejectUnauthorized: verifyTls })
    ]
    yield* (yield* IdleConnections).track([httpAgent, httpsAgent])
    return yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new NodeHttpHandler({
            connectionTimeout: 5_000,
            requestTimeout: 0,
            socketTimeout: 60_000,
            httpAgent,
            httpsAgent
          })
      ),
      (handler) => Effect.sync(() => handler.destroy())
    )
  })

/** The SDK's log would reach the console as plain text; errors and spans carry what matters. */
const silentLogger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

const makeClient = (
  target: S3Target,
  { accessKey, secretKey, sessionToken }: OpenCredential,
  requestHandler: NodeHttpHandler
) =>
  sendExpiresText(
    refusePages(
      new S3Client({
        endpoint: target.url,
        region: target.region === "" ? "default" : target.region,
        forcePathStyle: target.pathStyle,
        credentials: {
          accessKeyId: accessKey,
          secretAccessKey: Redacted.value(secretKey),
          ...(sessionToken === null ? {} : { sessionToken: Redacted.value(sessionToken) })
        },
        // trailers would turn each proxied body into aws-chunked, which old gateways store unchanged
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
        followRegionRedirects: false,
        // the correction would not apply to presigned addresses and to calls without the SDK
        disableClockSkewCorrection: true,
        // EndpointGuard retries: it knows which calls are idempotent
        maxAttempts: 1,
        logger: silentLogger,
        requestHandler
      })
    )
  )

export class S3Clients extends Context.Service<
  S3Clients,
  {
    readonly get: (target: S3Target) => Effect.Effect<S3Client, GatewayFailure, Scope.Scope>
  }
>()("stowage/layers/s3/S3Clients") {
  static readonly layer = Layer.effect(
    S3Clients,
    Effect.gen(function* () {
      const outbound = yield* Outbound
      const verifying = yield* makeHandler(true, outbound.gatewayLookup)
      const trusting = yield* makeHandler(false, outbound.gatewayLookup)
      const guarded = yield* makeHandler(true, outbound.lookup("s3"))
      const guardedTrusting = yield* makeHandler(false, outbound.lookup("s3"))
      const handlerOf = ({ userSupplied, verifyTls }: S3Target) =>
        userSupplied ? (verifyTls ? guarded : guardedTrusting) : verifyTls ? verifying : trusting
      /** Sockets do not call `lookup` for address literals. */
      const allowed = ({ url, userSupplied }: S3Target) =>
        Effect.try({
          try: () =>
            userSupplied
              ? outbound.assertHost("s3", new URL(url).hostname)
              : outbound.assertGateway(new URL(url).hostname),
          catch: (refusal) => failureOfNodeError("s3", refusal)
        })
      const clients = yield* RcMap.make({
        lookup: (target: S3Target) =>
          Effect.andThen(
            allowed(target),
            Effect.map(target.credential.open, (key) => makeClient(target, key, handlerOf(target)))
          ),
        idleTimeToLive: CLIENT_IDLE_TIME
      })
      return S3Clients.of({
        get: (target) =>
          // the SDK would reach the bucket of this name without a tenant
          target.tenant === undefined
            ? RcMap.get(clients, target)
            : Effect.die(new Error("buckets of other tenants are reached without the SDK"))
      })
    })
  ).pipe(Layer.provide(IdleConnections.layer))
}
