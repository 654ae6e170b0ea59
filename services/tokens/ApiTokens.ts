import { Caller } from "#domain/access/Caller.ts"
import { type RateLimited, Unauthenticated } from "#domain/errors/Errors.ts"
import { rateLimits } from "#domain/limits/RateLimit.ts"
import { CurrentOrigin } from "#domain/access/RequestOrigin.ts"
import { standingOf } from "#domain/sessions/Standing.ts"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { ApiTokenRecords } from "./ApiTokenRecords.ts"
import { RateLimits } from "#services/limits/RateLimits.ts"
import { Secrets } from "#services/secrets/Secrets.ts"
import { Tokens } from "#services/secrets/Tokens.ts"

/** API tokens, as they are presented. */
export class ApiTokens extends Context.Service<ApiTokens, {
  /** Checks signature, digest, expiry, revocation, owner and `auth_version`; counts the use. */
  readonly authenticate: (
    token: Redacted.Redacted
  ) => Effect.Effect<typeof Caller.cases.Token.Type, Unauthenticated | RateLimited>
}>()("stowage/services/tokens/ApiTokens") {
  static readonly layer = Layer.effect(ApiTokens, Effect.gen(function*() {
    const records = yield* ApiTokenRecords
    const tokens = yield* Tokens
    const secrets = yield* Secrets
    const limits = yield* RateLimits

    const authenticate = Effect.fn("ApiTokens.authenticate")(function*(token: Redacted.Redacted) {
      const found = yield* records.find(yield* tokens.read("api", token))
      if (Option.isNone(found)) return yield* refused("token_revoked")
      const record = found.value
      if (!secrets.same(record.digest, secrets.digest(Redacted.value(token)))) return yield* refused("unauthenticated")
      const now = yield* DateTime.now
      const standing = standingOf(record, now)
      if (standing !== "stands") return yield* refused(standing === "expired" ? "token_expired" : "token_revoked")
      yield* limits.take({ key: `token/${record.id}`, ...rateLimits.apiToken })
      yield* records.used(record.id, (yield* CurrentOrigin).address, now)
      return Caller.cases.Token.make({ token_id: record.id, user: record.user, scopes: record.scopes })
    })

    return ApiTokens.of({ authenticate })
  }))
}

const details = {
  unauthenticated: "This token is not valid",
  token_revoked: "This token was revoked",
  token_expired: "This token has expired"
}

const refused = (code: keyof typeof details) => new Unauthenticated({ code, detail: details[code] })
