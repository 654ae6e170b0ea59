import { Caller } from "#domain/platform/access/Caller.ts"
import type { Unauthenticated } from "#domain/platform/errors/Errors.ts"
import type { ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { s3SessionCapabilities, s3SessionContextId, s3SessionListingKey } from "#domain/identity/signin/S3SignIn.ts"
import { extendIdle, lifetimes } from "#domain/identity/sessions/SessionLifetime.ts"
import { validityOf } from "#domain/identity/sessions/SessionValidity.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { sessionRefusal } from "./Sessions.ts"
import { type S3SessionEndpoint, type S3SessionRecord, S3SessionRecords } from "./S3SessionRecords.ts"
import { Tokens } from "#services/platform/Tokens.ts"

export interface OpenS3Session {
  readonly _tag: "S3"
  readonly sessionId: string
  readonly token: Redacted.Redacted
  readonly endsAt: DateTime.Utc
  readonly csrf: string
}

type S3Caller = typeof Caller.cases.S3Session.Type

const Credentials = Schema.fromJsonString(
  Schema.Struct({ secret_key: Schema.String, session_token: Schema.NullOr(Schema.String) })
)

export const s3SessionPurpose = (sessionId: string) => `s3_session/${sessionId}`

/** Expiry is extended at most this often: a request should not cost a write. */
const EXTENSION_INTERVAL = Duration.minutes(1)

/** Sessions with S3 keys and without an account: 30 minutes idle, 8 hours at most. The keys are erased at the end. */
export class S3Sessions extends Context.Service<
  S3Sessions,
  {
    readonly open: (
      endpoint: S3SessionEndpoint,
      secretKey: Redacted.Redacted,
      sessionToken: Redacted.Redacted | null
    ) => Effect.Effect<OpenS3Session>
    readonly authenticate: (token: Redacted.Redacted) => Effect.Effect<S3Caller, Unauthenticated>
    readonly contextOf: (sessionId: string) => Effect.Effect<{
      readonly context: ExecutionContext
      readonly s3: S3Target
      readonly listingKey: string
    } | null>
    readonly describe: (
      sessionId: string
    ) => Effect.Effect<{ readonly endpoint: S3SessionEndpoint; readonly endsAt: DateTime.Utc } | null>
    readonly logout: (caller: S3Caller) => Effect.Effect<void>
    readonly sweep: Effect.Effect<number>
  }
>()("stowage/services/identity/sessions/S3Sessions") {
  static readonly layer = Layer.effect(
    S3Sessions,
    Effect.gen(function* () {
      const records = yield* S3SessionRecords
      const tokens = yield* Tokens
      const secrets = yield* Secrets
      const cipher = yield* CredentialCipher
      const audited = yield* Audited

      const entityOf = ({ endpoint_name, session_id }: S3Caller) => ({
        type: "s3_session",
        id: session_id,
        label: endpoint_name
      })

      const open = Effect.fn("S3Sessions.open")(function* (
        endpoint: S3SessionEndpoint,
        secretKey: Redacted.Redacted,
        sessionToken: Redacted.Redacted | null
      ) {
        const now = yield* DateTime.now
        const id = yield* secrets.id
        const absoluteExpiresAt = DateTime.addDuration(now, lifetimes.s3Absolute)
        const text = yield* Schema.encodeEffect(Credentials)({
          secret_key: Redacted.value(secretKey),
          session_token: sessionToken === null ? null : Redacted.value(sessionToken)
        }).pipe(Effect.orDie)
        const credentials = yield* cipher.encrypt(s3SessionPurpose(id), Redacted.make(text))
        const caller = Caller.cases.S3Session.make({
          session_id: id,
          access_key: endpoint.access_key,
          endpoint_name: endpoint.name
        })
        yield* records
          .add(
            {
              id,
              endpoint,
              capabilities: s3SessionCapabilities,
              credentials,
              absoluteExpiresAt,
              idleExpiresAt: extendIdle(absoluteExpiresAt, now, lifetimes.s3Idle),
              origin: yield* CurrentOrigin
            },
            now
          )
          .pipe(
            audited.rows("session.login", entityOf(caller), {
              by: byCaller(caller, "auth"),
              message: "Signed in with S3 keys"
            })
          )
        const token = yield* tokens.sign("s3", id, absoluteExpiresAt)
        const opened: OpenS3Session = {
          _tag: "S3",
          sessionId: id,
          token,
          endsAt: absoluteExpiresAt,
          csrf: tokens.csrf(id)
        }
        return opened
      })

      /** Ends an expired session, so that its keys are erased. */
      const requireActive = Effect.fnUntraced(function* (id: string) {
        const session = yield* records.find(id)
        if (session === null) return yield* sessionRefusal("unknown")
        const now = yield* DateTime.now
        const validity = validityOf(session, now)
        if (validity === "stands") return session
        if (validity === "expired") yield* records.end(id, "expired", now)
        return yield* sessionRefusal(validity)
      })

      const keepAlive = Effect.fnUntraced(function* ({ absoluteExpiresAt, id, idleExpiresAt }: S3SessionRecord) {
        const end = extendIdle(absoluteExpiresAt, yield* DateTime.now, lifetimes.s3Idle)
        if (Duration.isGreaterThanOrEqualTo(DateTime.distance(idleExpiresAt, end), EXTENSION_INTERVAL))
          yield* records.extend(id, end)
      })

      const authenticate = Effect.fn("S3Sessions.authenticate")(function* (token: Redacted.Redacted) {
        const session = yield* requireActive(yield* tokens.read("s3", token))
        yield* keepAlive(session)
        return Caller.cases.S3Session.make({
          session_id: session.id,
          access_key: session.endpoint.access_key,
          endpoint_name: session.endpoint.name
        })
      })

      const contextOf = Effect.fn("S3Sessions.contextOf")(function* (sessionId: string) {
        const session = yield* Effect.option(requireActive(sessionId))
        if (Option.isNone(session) || session.value.credentials === null) return null
        const { capabilities, credentials, endpoint } = session.value
        const open = Effect.gen(function* () {
          const text = yield* cipher.decrypt(s3SessionPurpose(sessionId), credentials)
          const { secret_key, session_token } = yield* Schema.decodeEffect(Credentials)(Redacted.value(text))
          return {
            secretKey: Redacted.make(secret_key),
            sessionToken: session_token === null ? null : Redacted.make(session_token)
          }
        }).pipe(Effect.orDie)
        return {
          context: {
            kind: "connection" as const,
            id: s3SessionContextId,
            name: endpoint.access_key,
            endpoint_id: endpoint.endpoint_id,
            endpoint_name: endpoint.name,
            endpoint_url: endpoint.url,
            endpoint_is_default: endpoint.is_default,
            endpoint_is_sandbox: endpoint.is_sandbox,
            capabilities,
            tags: [],
            expires_at: null,
            unusable_reason: null
          },
          s3: {
            endpointId: endpoint.endpoint_id,
            url: endpoint.url,
            region: endpoint.region,
            verifyTls: endpoint.verify_tls,
            pathStyle: true,
            userSupplied: endpoint.endpoint_id === null,
            credential: GatewayCredential.sealed(endpoint.access_key, credentials, open)
          },
          listingKey: s3SessionListingKey(sessionId)
        }
      })

      const describe = Effect.fn("S3Sessions.describe")(function* (sessionId: string) {
        const session = yield* Effect.option(requireActive(sessionId))
        return Option.getOrNull(Option.map(session, ({ endpoint, endsAt }) => ({ endpoint, endsAt })))
      })

      const logout = Effect.fn("S3Sessions.logout")((caller: S3Caller) =>
        Effect.flatMap(DateTime.now, (now) => records.end(caller.session_id, "logout", now)).pipe(
          audited.rows("session.logout", (ended) => (ended ? entityOf(caller) : null), {
            by: byCaller(caller, "auth"),
            message: "Signed out"
          }),
          Effect.asVoid
        )
      )

      const sweep = Effect.gen(function* () {
        return (yield* records.endExpired(yield* DateTime.now)).length
      }).pipe(Effect.withSpan("S3Sessions.sweep"))

      return S3Sessions.of({ open, authenticate, contextOf, describe, logout, sweep })
    })
  )
}
