import { errors } from "jose"
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError
} from "openid-client"
import { IdentityRefused, ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { callFailedIn } from "./CallFailed.ts"

type Failure = IdentityRefused | ProviderUnavailable

const refused = (reason: string) => new IdentityRefused({ reason })
const unavailable = (reason: string) => new ProviderUnavailable({ reason })

const peoplesErrors: Record<string, string> = {
  access_denied: "The sign-in was denied at the provider",
  login_required: "The provider wants a new login",
  interaction_required: "The provider wants to ask something first",
  consent_required: "The consent at the provider is missing",
  account_selection_required: "No account was chosen at the provider"
}

/** Repeats specified words only: anyone can forge a callback. */
const word = (text: string) => (/^[a-z_]{1,40}$/.test(text) ? ` (${text})` : "")

const clientReasons: Record<string, () => Failure> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: () => refused("The ID token has expired, or is not valid yet"),
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: () =>
    refused("The ID token was made by or for somebody else (issuer, audience or nonce)"),
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: () => refused("UserInfo speaks of another subject than the ID token"),
  OAUTH_INVALID_RESPONSE: () => refused("The callback or the ID token is not what was asked for"),
  OAUTH_UNSUPPORTED_OPERATION: () => refused("The ID token is signed or encrypted in a way that is not accepted"),
  OAUTH_KEY_SELECTION_FAILED: () => refused("The provider has no key that could have signed this"),
  OAUTH_RESPONSE_IS_NOT_CONFORM: () => unavailable("The provider answers with an error"),
  OAUTH_RESPONSE_IS_NOT_JSON: () => unavailable("The provider answers with something that is no JSON"),
  OAUTH_PARSE_ERROR: () => unavailable("The provider answers with something that cannot be read")
}

const ofToken = (error: errors.JOSEError): Failure => {
  if (error instanceof errors.JWTExpired) return refused("The ID token has expired")
  if (error instanceof errors.JWTClaimValidationFailed)
    return refused(`A claim of the ID token does not hold${word(error.claim)}`)
  if (error instanceof errors.JOSEAlgNotAllowed)
    return refused("The ID token is signed with an algorithm that is not allowed")
  if (error instanceof errors.JWKSNoMatchingKey)
    return refused("The provider has no key of the name that the ID token gives (kid)")
  if (error instanceof errors.JWSSignatureVerificationFailed) return refused("The signature of the ID token is wrong")
  if (
    error.code === errors.JOSEError.code ||
    error instanceof errors.JWKSInvalid ||
    error instanceof errors.JWKSTimeout
  ) {
    return unavailable("The provider's signing keys (jwks_uri) cannot be read")
  }
  return refused("The ID token is not a token that can be verified")
}

/** Uses error codes only: messages and causes of the libraries contain tokens and claims. */
export const grantFailure = (error: unknown): Failure => {
  if (error instanceof IdentityRefused) return error
  const failed = callFailedIn(error)
  if (failed !== undefined) return unavailable(failed.message)
  if (error instanceof AuthorizationResponseError) {
    const reason = peoplesErrors[error.error]
    return reason === undefined
      ? unavailable(`The provider ended the sign-in with an error${word(error.error)}`)
      : refused(reason)
  }
  if (error instanceof ResponseBodyError) {
    if (error.error === "invalid_grant")
      return refused("The provider does not accept the code: it was used, is too old, or was not meant for us")
    return unavailable(`The provider refuses this client${word(error.error)}: check client_id and client_secret`)
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return unavailable(`The provider refuses this client (status ${error.status}): check client_id and client_secret`)
  }
  if (error instanceof errors.JOSEError) return ofToken(error)
  const clientReason = error instanceof ClientError ? clientReasons[error.code ?? ""] : undefined
  return clientReason?.() ?? unavailable("The provider answers with something that makes no sense")
}
