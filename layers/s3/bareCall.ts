import { type Duration, Effect } from "effect"
import { namesBucket } from "#domain/buckets/namesBucket.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { type EndpointGuard, gatewayCaller } from "../gateway/EndpointGuard.ts"
import type { Answer, GatewayHttp } from "../rgw/GatewayHttp.ts"
import type { GatewayRequest } from "../rgw/signRequest.ts"
import { placed } from "./featureDocument.ts"
import { requireGrant } from "./grantedRequest.ts"

export interface BareCall extends Pick<GatewayRequest, "method" | "query" | "document" | "alone"> {
  readonly bucket: string
  readonly key?: string
  readonly idempotent: boolean
  readonly timeout?: Duration.Duration
}

/** Without the SDK, which would rewrite text bodies and costs more CPU than the gateway uses. */
export const bareCall =
  (http: GatewayHttp["Service"], guard: EndpointGuard["Service"]) =>
  <A>(
    target: S3Target,
    operation: string,
    { alone, bucket, document, idempotent, key, method, query, timeout }: BareCall,
    read: (answer: Answer) => Effect.Effect<A, NotFound | GatewayFailure>
  ): Effect.Effect<A, NotFound | GatewayFailure> => {
    if (!namesBucket(bucket)) return Effect.fail(new NotFound({ entity: "Bucket", id: bucket }))
    const sent = { operation: operation.replace(/^s3\./u, ""), bucket, key, prefix: query["prefix"] }
    const { path, url } = placed(target.url, target.pathStyle, bucket, target.tenant)
    const opened = Effect.andThen(requireGrant(target, sent), target.credential.open)
    return Effect.flatMap(opened, ({ accessKey, secretKey, sessionToken }) =>
      guard.run(
        gatewayCaller(target, { accessKey, secretKey }),
        operation,
        idempotent,
        Effect.flatMap(
          http.send(
            operation,
            {
              method,
              url,
              path: key === undefined ? path : `${path.replace(/\/$/, "")}/${key}`,
              query,
              region: target.region,
              service: "s3",
              key: { access_key: accessKey, secret_key: secretKey },
              sessionToken,
              userSupplied: target.userSupplied,
              form: null,
              ...(document === undefined ? {} : { document }),
              ...(alone === true ? { alone } : {})
            },
            target.verifyTls
          ),
          read
        ),
        { timeout, change: method !== "GET" && method !== "HEAD" }
      )
    )
  }
