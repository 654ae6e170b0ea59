import type { AddIdentity } from "#domain/federation/IdentityLink.ts"
import type { ExternalIdentity, SessionInfo, UserSecurity } from "#domain/security/SecurityView.ts"
import type { CreateUiUser, UiUser, UiUserPage, UpdateUiUser } from "#domain/users/UiUser.ts"
import { request, type RequestOptions } from "./request"

export type User = (typeof UiUser)["Encoded"]
export type Role = User["role"]
export type Security = (typeof UserSecurity)["Encoded"]
export type Identity = (typeof ExternalIdentity)["Encoded"]
export type Session = (typeof SessionInfo)["Encoded"]
export type UserChanges = (typeof UpdateUiUser)["Encoded"]
export type IdentityInput = (typeof AddIdentity)["Encoded"]

const PATH = "/admin/users"

export const listUsers = (query: NonNullable<RequestOptions["query"]>, signal: AbortSignal) =>
  request<(typeof UiUserPage)["Encoded"]>("GET", PATH, { query, signal })
export const createUser = (body: (typeof CreateUiUser)["Encoded"]) => request<User>("POST", PATH, { body })
export const updateUser = (id: number, body: UserChanges) => request<User>("PUT", `${PATH}/${id}`, { body })
export const deleteUser = (id: number) => request<void>("DELETE", `${PATH}/${id}`)

export const userSecurity = (id: number, signal?: AbortSignal) => request<Security>("GET", `${PATH}/${id}/security`, { signal })
export const setPassword = (id: number, password: string) => request<void>("PUT", `${PATH}/${id}/password`, { body: { password } })
/** Takes passkeys and recovery codes away. */
export const resetMfa = (id: number) => request<void>("POST", `${PATH}/${id}/reset-mfa`)
export const revokeSessions = (id: number) => request<void>("POST", `${PATH}/${id}/revoke-sessions`)
export const addIdentity = (id: number, body: IdentityInput) => request<void>("POST", `${PATH}/${id}/identities`, { body })
export const revokeIdentity = (id: number, identity: number) => request<void>("POST", `${PATH}/${id}/identities/${identity}/revoke`)
export const restoreIdentity = (id: number, identity: number) => request<void>("POST", `${PATH}/${id}/identities/${identity}/restore`)
