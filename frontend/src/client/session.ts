import type { FirstAdministrator, LoginInput, SignInProvider, SignInStep } from "#domain/signin/Authentication.ts"
import type { PasskeyCreationOptions, PasskeyEnrolled, PasskeyRequestOptions } from "#domain/passkeys/WebAuthn.ts"
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/browser"
import { rememberCsrf } from "./csrf"
import { refreshSession } from "./refresh"
import { request } from "./request"
import { readSession, type SessionView } from "./session-view"

export { readSession, type SessionView, type SignedIn, type SignedOut, type UserSignedIn } from "./session-view"

export type Provider = (typeof SignInProvider)["Encoded"]
export type Step = (typeof SignInStep)["Encoded"]
export type Enrolled = (typeof PasskeyEnrolled)["Encoded"]

/** The session, renewed first when only the refresh cookie is alive. */
export const openSession = async (): Promise<SessionView> => {
  const session = await readSession()
  return !session.authenticated && session.refreshable && (await refreshSession()) ? readSession() : session
}

export const providers = () => request<ReadonlyArray<Provider>>("GET", "/auth/providers")

/** Every step, and whatever ends all other sessions, hands out the CSRF value of the session that it opened. */
export const opened = async <A extends { readonly csrf_token: string }>(answer: Promise<A>): Promise<A> => {
  const taken = await answer
  rememberCsrf(taken.csrf_token)
  return taken
}

export const login = (body: (typeof LoginInput)["Encoded"]) => opened(request<Step>("POST", "/auth/login", { body }))

/** Creates the first administrator with the one-time token of the set-up link. */
export const bootstrap = (token: string, body: (typeof FirstAdministrator)["Encoded"]) =>
  opened(request<Step>("POST", "/auth/bootstrap", { body, headers: { "x-service-bootstrap-token": token } }))

export const logout = async (): Promise<void> => {
  await request<void>("POST", "/auth/logout")
  rememberCsrf(null)
}

export const registrationOptions = () => request<(typeof PasskeyCreationOptions)["Encoded"]>("POST", "/auth/webauthn/registration/options")

export const verifyRegistration = (name: string, response: RegistrationResponseJSON) =>
  opened(request<Enrolled>("POST", "/auth/webauthn/registration/verify", { body: { name, response } }))

export const authenticationOptions = () => request<(typeof PasskeyRequestOptions)["Encoded"]>("POST", "/auth/webauthn/authentication/options")

export const verifyAuthentication = (response: AuthenticationResponseJSON) =>
  opened(request<Step>("POST", "/auth/webauthn/authentication/verify", { body: response }))

export const redeemRecoveryCode = (code: string) => opened(request<Step>("POST", "/auth/recovery-codes/use", { body: { code } }))
