import type { LdapLoginInput, OidcStarted } from "#domain/signin/Authentication.ts"
import type { S3LoginInput } from "#domain/signin/S3SignIn.ts"
import { request } from "./request"
import { opened, type Step } from "./session"

const ofProvider = (id: string): string => encodeURIComponent(id)

/** Signs in with a directory's user name and password. */
export const loginLdap = (providerId: string, body: (typeof LdapLoginInput)["Encoded"]) =>
  opened(request<Step>("POST", `/auth/login/ldap/${ofProvider(providerId)}`, { body }))

/** Signs in with S3 keys alone. */
export const loginS3 = (body: (typeof S3LoginInput)["Encoded"]) => opened(request<Step>("POST", "/auth/login/s3", { body }))

/** The provider's page to go to; it sends the browser back to `redirect_path`. */
export const startOidc = (providerId: string, redirectPath: string) =>
  request<(typeof OidcStarted)["Encoded"]>("POST", `/auth/oidc/${ofProvider(providerId)}/start`, { body: { redirect_path: redirectPath } })
