import { Schema } from "effect"
import { CallerUser, type UiRole } from "../platform/access/Caller.ts"
import { scopeDomain, Scope } from "../platform/access/Scope.ts"
import type { Privileges } from "../platform/access/UserRights.ts"
import { workspacesOf } from "./signin/SignInPolicy.ts"
import { Name } from "../platform/Text.ts"

export const apiTokenDays = { standard: 30, most: 90 } as const

export const CreateApiToken = Schema.Struct({
  name: Name(100),
  scopes: Schema.Array(Scope).check(Schema.isMinLength(1), Schema.isMaxLength(14), Schema.isUnique()),
  expires_in_days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: apiTokenDays.most })))
}).annotate({ identifier: "CreateApiToken" })
export type CreateApiToken = typeof CreateApiToken.Type

/** `invalidated`: the owner's account changed (password, role, passkeys) after the token was created. */
export const ApiTokenState = Schema.Literals(["active", "expired", "revoked", "invalidated"]).annotate({
  identifier: "ApiTokenState"
})

export const ApiToken = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  user: CallerUser,
  scopes: Schema.Array(Scope),
  state: ApiTokenState,
  created_at: Schema.DateTimeUtcFromString,
  expires_at: Schema.DateTimeUtcFromString,
  revoked_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromString),
  last_used_address: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ApiToken" })
export type ApiToken = typeof ApiToken.Type

export const ApiTokenCreated = Schema.Struct({ ...ApiToken.fields, token: Schema.String }).annotate({
  identifier: "ApiTokenCreated"
})
export type ApiTokenCreated = typeof ApiTokenCreated.Type

export const scopesOf = (role: UiRole, privileges: Privileges, portal: boolean): ReadonlyArray<Scope> => {
  const own: ReadonlyArray<string> = ["profile", ...workspacesOf(role, privileges, portal)]
  return Scope.literals.filter((scope) => own.includes(scopeDomain(scope)))
}
