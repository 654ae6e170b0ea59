import type { ApiToken as Schema, ApiTokenCreated, CreateApiToken } from "#domain/tokens/ApiToken.ts"
import type { Scope as ScopeSchema } from "#domain/access/Scope.ts"
import { request } from "./request"

export type ApiToken = (typeof Schema)["Encoded"]
export type CreatedToken = (typeof ApiTokenCreated)["Encoded"]
export type Scope = typeof ScopeSchema.Type

const all = (ended: boolean) => (ended ? { include_ended: "true" } : {})

/** Everybody's tokens, for superadmins. */
export const allTokens = (ended: boolean, signal?: AbortSignal) =>
  request<ReadonlyArray<ApiToken>>("GET", "/auth/api-tokens", { query: all(ended), signal })

/** A new token of one's own. Its value is in this answer and nowhere else. */
export const createToken = (body: (typeof CreateApiToken)["Encoded"]) => request<CreatedToken>("POST", "/auth/api-tokens", { body })

export const revokeToken = (id: string) => request<void>("DELETE", `/auth/api-tokens/${id}`)
