import {
  type ApiToken,
  type ApiTokenCreated,
  apiTokenDays,
  type CreateApiToken,
  scopesOf
} from "#domain/identity/ApiToken.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { type Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { Context, DateTime, Duration, Effect, Layer, Option, Redacted } from "effect"
import { ApiTokenRecords } from "./ApiTokenRecords.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Tokens } from "#services/platform/Tokens.ts"
import { UserRights } from "#services/identity/users/UserRights.ts"
import { Users } from "#services/identity/users/Users.ts"

type SessionCaller = typeof Caller.cases.Session.Type

export class OwnedTokens extends Context.Service<
  OwnedTokens,
  {
    readonly create: (caller: SessionCaller, input: CreateApiToken) => Effect.Effect<ApiTokenCreated, InvalidInput>
    readonly inventory: (ended: boolean) => Effect.Effect<ReadonlyArray<ApiToken>>
    readonly own: (caller: SessionCaller, ended: boolean) => Effect.Effect<ReadonlyArray<ApiToken>>
    /** Own tokens, or any for a superadmin; 404 when already revoked. */
    readonly revoke: (caller: SessionCaller, id: string) => Effect.Effect<Removed, NotFound | Conflict>
  }
>()("stowage/services/identity/OwnedTokens") {
  static readonly layer = Layer.effect(
    OwnedTokens,
    Effect.gen(function* () {
      const records = yield* ApiTokenRecords
      const users = yield* Users
      const rights = yield* UserRights
      const tokens = yield* Tokens
      const secrets = yield* Secrets
      const audited = yield* Audited

      const tokenView = <A extends ApiToken>(caller: SessionCaller, action: string, message: string) =>
        audited.rows<A>(action, ({ id, name }) => ({ type: "api_token", id, label: name }), {
          by: byCaller(caller, "auth"),
          message,
          metadata: ({ expires_at, scopes, user }) => ({
            user_id: user.id,
            scopes,
            expires_at: DateTime.formatIso(expires_at)
          })
        })

      const create = Effect.fn("OwnedTokens.create")(function* (caller: SessionCaller, input: CreateApiToken) {
        const { user } = caller
        const { portal, privileges } = yield* rights.of(user.id)
        const own = scopesOf(user.role, privileges, portal)
        const foreign = input.scopes.filter((scope) => !own.includes(scope))
        if (foreign.length > 0) return yield* InvalidInput.at("payload.scopes", `You have no ${foreign.join(", ")}`)
        return yield* Effect.gen(function* () {
          const now = yield* DateTime.now
          const expiresAt = DateTime.addDuration(now, Duration.days(input.expires_in_days ?? apiTokenDays.standard))
          const { authVersion } = Option.getOrThrow(yield* users.byId(user.id))
          const id = yield* secrets.id
          const token = Redacted.value(
            yield* tokens.sign("api", id, expiresAt, { sub: String(user.id), auth_version: authVersion })
          )
          const { name, scopes } = input
          yield* records.add(
            { id, userId: user.id, name, digest: secrets.digest(token), scopes, authVersion, expiresAt },
            now
          )
          const created: ApiTokenCreated = {
            token,
            id,
            name,
            user,
            scopes,
            state: "active",
            created_at: now,
            expires_at: expiresAt,
            revoked_at: null,
            last_used_at: null,
            last_used_address: null
          }
          return created
        }).pipe(tokenView(caller, "api_token.create", "An API token was created"))
      })

      const inventory = Effect.fn("OwnedTokens.inventory")(function* (ended: boolean) {
        return yield* records.list({ userId: null, ended }, yield* DateTime.now)
      })

      const own = Effect.fn("OwnedTokens.own")(function* ({ user }: SessionCaller, ended: boolean) {
        return yield* records.list({ userId: user.id, ended }, yield* DateTime.now)
      })

      const revoke = Effect.fn("OwnedTokens.revoke")((caller: SessionCaller, id: string) =>
        Effect.gen(function* () {
          const now = yield* DateTime.now
          const token = yield* records.view(id, now)
          const theirs = token !== null && (token.user.id === caller.user.id || caller.user.role === "ui_superadmin")
          if (!theirs || !(yield* records.revoke(id, now))) return yield* new NotFound({ entity: "API token", id })
          yield* confirmedName("API token", token.name)
          return token
        }).pipe(
          tokenView(caller, "api_token.revoke", "An API token was revoked"),
          Effect.map(({ id, name }): Removed => ({ id, name }))
        )
      )

      return OwnedTokens.of({ create, inventory, own, revoke })
    })
  )
}
