import { Caller } from "#domain/platform/access/Caller.ts"
import { RateLimited, Unauthenticated } from "#domain/platform/errors/Errors.ts"
import { rateLimits } from "#domain/platform/RateLimit.ts"
import { CurrentOrigin } from "#domain/platform/access/RequestOrigin.ts"
import { validityOf } from "#domain/identity/sessions/SessionValidity.ts"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { ApiTokenRecords } from "./ApiTokenRecords.ts"
import { limitHit } from "#services/platform/limits/limitHit.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"

export class ApiTokens extends Context.Service<
  ApiTokens,
  {
    readonly authenticate: (
      token: Redacted.Redacted
    ) => Effect.Effect<typeof Caller.cases.Token.Type, Unauthenticated | RateLimited>
  }
>()("stowage/services/identity/ApiTokens") {
  static readonly layer = Layer.effect(
    ApiTokens,
    Effect.gen(function* () {
      const records = yield* ApiTokenRecords
      const tokens = yield* Tokens
      const secrets = yield* Secrets

      const authenticate = Effect.fn("ApiTokens.authenticate")(function* (token: Redacted.Redacted) {
        const id = yield* tokens.read("api", token)
        const digest = secrets.digest(Redacted.value(token))
        const now = yield* DateTime.now
        const limit = { key: "token", ...rateLimits.apiToken }
        const presented = yield* records.present({ id, digest, limit, address: (yield* CurrentOrigin).address }, now)
        if (Option.isNone(presented)) return yield* refused("token_revoked")
        const { counted: usage, token: record } = presented.value
        if (!secrets.same(record.digest, digest)) return yield* refused("unauthenticated")
        const validity = validityOf(record, now)
        if (validity !== "stands") return yield* refused(validity === "expired" ? "token_expired" : "token_revoked")
        if (usage !== null && usage.count > limit.count) {
          yield* limitHit("token")
          return yield* limited(usage.windowEndsAt, now)
        }
        return Caller.cases.Token.make({ token_id: record.id, user: record.user, scopes: record.scopes })
      })

      return ApiTokens.of({ authenticate })
    })
  )
}

const limited = (windowEndsAt: DateTime.Utc, now: DateTime.Utc) =>
  new RateLimited({
    retry_after_seconds: Math.max(1, Math.ceil(Duration.toSeconds(DateTime.distance(now, windowEndsAt))))
  })

const details = {
  unauthenticated: "This token is not valid",
  token_revoked: "This token was revoked",
  token_expired: "This token has expired"
}

const refused = (code: keyof typeof details) => new Unauthenticated({ code, detail: details[code] })
