import type { OwnSecurity, SessionInfo as SessionInfoSchema } from "#domain/security/SecurityView.ts"
import type { ChangePassword } from "#domain/users/UiUser.ts"
import type { PasskeyRequestOptions } from "#domain/passkeys/WebAuthn.ts"
import type { AuthenticationResponseJSON } from "@simplewebauthn/browser"
import { request } from "./request"
import { opened, type Step } from "./session"

export type Security = (typeof OwnSecurity)["Encoded"]
export type Passkey = Security["passkeys"][number]
export type Identity = Security["identities"][number]
export type SessionInfo = (typeof SessionInfoSchema)["Encoded"]

/** How one proves who one is. */
export const ownSecurity = (signal?: AbortSignal) => request<Security>("GET", "/me/security", { signal })

export const changePassword = (body: (typeof ChangePassword)["Encoded"]) => opened(request<Step>("PUT", "/me/password", { body }))

export const renamePasskey = (id: number, name: string) => request<void>("PUT", `/me/passkeys/${id}`, { body: { name } })

export const removePasskey = (id: number) => opened(request<Step>("DELETE", `/me/passkeys/${id}`))

/** Ten new codes; the old ones are void. */
export const renewRecoveryCodes = () => request<{ readonly recovery_codes: ReadonlyArray<string> }>("POST", "/me/recovery-codes")

export const ownSessions = (signal?: AbortSignal) => request<ReadonlyArray<SessionInfo>>("GET", "/me/sessions", { signal })

export const revokeSession = (id: string) => request<void>("DELETE", `/me/sessions/${encodeURIComponent(id)}`)

/** Signs out here and everywhere else. */
export const logoutAll = () => request<void>("POST", "/auth/logout-all")

export const stepUpOptions = () => request<(typeof PasskeyRequestOptions)["Encoded"]>("POST", "/auth/step-up/options")

export const verifyStepUp = (response: AuthenticationResponseJSON) => request<void>("POST", "/auth/step-up/verify", { body: response })
