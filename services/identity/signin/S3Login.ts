import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { hostAllowed } from "#domain/platform/AllowedHost.ts"
import { normaliseEndpointUrl } from "#domain/gateways/endpoints/EndpointUrl.ts"
import {
  Forbidden,
  type GatewayFailure,
  InvalidInput,
  type RateLimited,
  type StorageError,
  Unauthenticated
} from "#domain/platform/errors/Errors.ts"
import { clientNetwork } from "#domain/platform/clientNetwork.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import type { S3LoginInput } from "#domain/identity/signin/S3SignIn.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byOneself, uiUser } from "#services/platform/audit/auditBy.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Context, Effect, Layer } from "effect"
import { signInFailed } from "#services/platform/limits/signInFailed.ts"
import { RateLimits } from "#services/platform/limits/RateLimits.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import type { S3SessionEndpoint } from "#services/identity/sessions/S3SessionRecords.ts"
import { type OpenS3Session, S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { shortAccessKey } from "#services/identity/sessions/sessionInfo.ts"

export class S3Login extends Context.Service<
  S3Login,
  {
    readonly withKeys: (
      input: S3LoginInput
    ) => Effect.Effect<OpenS3Session, Unauthenticated | Forbidden | InvalidInput | RateLimited | GatewayFailure>
    readonly endpoints: Effect.Effect<ReadonlyArray<{ readonly id: number; readonly name: string }>>
  }
>()("stowage/services/identity/signin/S3Login") {
  static readonly layer = Layer.effect(
    S3Login,
    Effect.gen(function* () {
      const records = yield* EndpointRecords
      const buckets = yield* BucketGateway
      const sessions = yield* S3Sessions
      const limits = yield* RateLimits
      const secrets = yield* Secrets
      const audited = yield* Audited
      const { allowedStorageHosts, s3Login } = yield* Settings

      const registered = Effect.fnUntraced(function* (id: number) {
        const endpoint = yield* records
          .find(id)
          .pipe(
            Effect.catchTag("NotFound", () =>
              Effect.fail(InvalidInput.at("payload.endpoint_id", "There is no such storage endpoint"))
            )
          )
        return {
          endpoint_id: endpoint.id,
          name: endpoint.name,
          url: endpoint.url,
          region: endpoint.region,
          verify_tls: endpoint.verify_tls,
          is_default: endpoint.is_default,
          is_sandbox: endpoint.is_sandbox
        }
      })

      /** Typed address: an allowed host over TLS. The socket's address is checked again on connect. */
      const typedIn = Effect.fnUntraced(function* (text: string) {
        const url = normaliseEndpointUrl(text)
        if (url === null)
          return yield* InvalidInput.at("payload.endpoint_url", "Expected an http or https address without a query")
        const { host, hostname } = new URL(url)
        if (!hostAllowed(allowedStorageHosts, hostname)) {
          return yield* InvalidInput.at(
            "payload.endpoint_url",
            `${hostname} is not an allowed host: ask an administrator`
          )
        }
        return {
          endpoint_id: null,
          name: host,
          url,
          region: "",
          verify_tls: true,
          is_default: false,
          is_sandbox: false
        }
      })

      const withKeys = Effect.fn("S3Login.withKeys")(function* (input: S3LoginInput) {
        if (!s3Login)
          return yield* new Forbidden({ code: "forbidden", detail: "Signing in with S3 keys is switched off here" })
        const place =
          input.endpoint_id !== undefined
            ? yield* registered(input.endpoint_id)
            : yield* typedIn(input.endpoint_url ?? "")
        const { address } = yield* CurrentOrigin
        const counted = [
          { key: `login/address/${clientNetwork(address)}`, ...rateLimits.loginPerAddress },
          { key: `login/s3/${secrets.digest(input.access_key)}`, ...rateLimits.s3Login }
        ]
        for (const limit of counted) yield* limits.take(limit)
        const sessionToken = input.session_token ?? null
        const endpoint: S3SessionEndpoint = { ...place, access_key: input.access_key }
        yield* buckets
          .list({
            endpointId: place.endpoint_id,
            url: place.url,
            region: place.region,
            verifyTls: place.verify_tls,
            pathStyle: true,
            userSupplied: place.endpoint_id === null,
            credential: GatewayCredential.opened({
              accessKey: input.access_key,
              secretKey: input.secret_key,
              sessionToken
            })
          })
          .pipe(
            Effect.catchTag(
              "StorageError",
              (failure): Effect.Effect<never, StorageError | Unauthenticated> =>
                failure.storage_status === 401 || failure.storage_status === 403
                  ? denied(endpoint)
                  : Effect.fail(failure)
            )
          )
        yield* Effect.forEach(counted, limits.giveBack, { discard: true })
        return yield* sessions.open(endpoint, input.secret_key, sessionToken)
      })

      const denied = Effect.fnUntraced(function* ({ access_key, name }: S3SessionEndpoint) {
        yield* signInFailed("s3_keys", "credentials")
        yield* audited.noted("session.login_failed", uiUser(null), {
          by: byOneself(null),
          message: "Sign-in with S3 keys was refused",
          metadata: { endpoint: name, access_key: shortAccessKey(access_key) }
        })
        return yield* new Unauthenticated({
          code: "invalid_credentials",
          detail: "The gateway does not accept these keys"
        })
      })

      const endpoints = s3Login
        ? Effect.map(records.list, (all) => all.map(({ id, name }) => ({ id, name })))
        : Effect.succeed([])

      return S3Login.of({ withKeys, endpoints })
    })
  )
}
