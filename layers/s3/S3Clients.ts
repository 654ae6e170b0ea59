import { S3Client } from "@aws-sdk/client-s3"
import { NodeHttpHandler } from "@smithy/node-http-handler"
import { Context, Duration, Effect, Layer, RcMap, Redacted, type Scope } from "effect"
import { Agent as HttpAgent } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import type { S3Target } from "#services/objects/S3Target.ts"

/** How long a client that nobody uses keeps its connections. */
const idle = Duration.minutes(5)

/** What makes two targets one client. The secret is part of it: a rotated key is another client. */
const identity = (target: S3Target) =>
  JSON.stringify([
    target.url, target.region, target.verifyTls, target.pathStyle, target.accessKey, Redacted.value(target.secretKey),
    target.sessionToken === null ? null : Redacted.value(target.sessionToken)
  ])

const agents = (verifyTls: boolean) => {
  const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64 }
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent({ ...options, rejectUnauthorized: verifyTls }) }
}

const makeClient = (target: S3Target) =>
  new S3Client({
    endpoint: target.url,
    region: target.region === "" ? "default" : target.region,
    forcePathStyle: target.pathStyle,
    credentials: {
      accessKeyId: target.accessKey,
      secretAccessKey: Redacted.value(target.secretKey),
      ...(target.sessionToken === null ? {} : { sessionToken: Redacted.value(target.sessionToken) })
    },
    // trailers would turn every proxied body into aws-chunked, which gateways older than their SDKs store as it is
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    followRegionRedirects: false,
    // retries are the EndpointGuard's, which knows what may be done twice
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ connectionTimeout: 5_000, requestTimeout: 0, socketTimeout: 60_000, ...agents(target.verifyTls) })
  })

/** One client for each endpoint and key, kept while it is used and five minutes longer. */
export class S3Clients extends Context.Service<S3Clients, {
  readonly get: (target: S3Target) => Effect.Effect<S3Client, never, Scope.Scope>
}>()("stowage/layers/s3/S3Clients") {
  static readonly layer = Layer.effect(S3Clients, Effect.gen(function*() {
    const targets = new Map<string, S3Target>()
    const clients = yield* RcMap.make({
      lookup: (key: string) =>
        Effect.acquireRelease(
          Effect.suspend(() => {
            const target = targets.get(key)
            return target === undefined ? Effect.die(new Error("unknown S3 target")) : Effect.succeed(makeClient(target))
          }),
          (client) => Effect.sync(() => { client.destroy(); targets.delete(key) })
        ),
      idleTimeToLive: idle
    })
    const get = (target: S3Target) => {
      const key = identity(target)
      targets.set(key, target)
      return RcMap.get(clients, key)
    }
    return S3Clients.of({ get })
  }))
}
