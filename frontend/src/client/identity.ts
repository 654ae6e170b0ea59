import type { LinkRequest as LinkRequestSchema } from "#domain/federation/IdentityLink.ts"
import type { SessionInfo } from "#domain/security/SecurityView.ts"
import type { AuthenticationSettings } from "#domain/users/UiUser.ts"
import { request, type RequestOptions } from "./request"

export type LinkRequest = (typeof LinkRequestSchema)["Encoded"]
export type OpenSession = (typeof SessionInfo)["Encoded"]
export type PasskeySettings = (typeof AuthenticationSettings)["Encoded"]

interface CursorPage<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

type Query = NonNullable<RequestOptions["query"]>

const REQUESTS = "/admin/identity/link-requests"

/** The page as a table takes it: it goes on at `next`. */
const page = async <A extends object>(path: string, query: Query, signal: AbortSignal) => {
  const { items, next_cursor } = await request<CursorPage<A>>("GET", path, { query, signal })
  return { items, total: null, next: next_cursor }
}

export const linkRequests = (query: Query, signal: AbortSignal) => page<LinkRequest>(REQUESTS, query, signal)
export const approveLink = (id: number) => request<LinkRequest>("POST", `${REQUESTS}/${id}/approve`)
export const rejectLink = (id: number) => request<LinkRequest>("POST", `${REQUESTS}/${id}/reject`)

export const openSessions = (query: Query, signal: AbortSignal) => page<OpenSession>("/admin/identity/sessions", query, signal)
export const revokeSession = (id: string) => request<void>("DELETE", `/admin/identity/sessions/${id}`)

export const passkeySettings = (signal?: AbortSignal) => request<PasskeySettings>("GET", "/admin/settings/authentication", { signal })
export const savePasskeySettings = (body: PasskeySettings) => request<PasskeySettings>("PUT", "/admin/settings/authentication", { body })
