import { decodeProtectedHeader, jwtVerify, type JWTPayload } from "jose"
import { hasControls, isKept } from "#domain/platform/Text.ts"
import { IdentityRefused } from "#services/identity/federation/providerFailures.ts"
import type { OidcConnection } from "#services/identity/federation/OidcClient.ts"
import type { Provider } from "./discoverProvider.ts"

/** Seconds that the provider's clock may differ from ours. */
const clockTolerance = 30

/**
 * The claims of an ID token whose signature, issuer, audience, nonce and times hold (OpenID Connect Core 1.0, 3.1.3.7).
 * Core lets a client trust TLS instead of the signature (6.); we do not, and openid-client alone would. The algorithm is
 * the configuration's choice and never the token's or the provider's: `none` and HMAC are not among them (RFC 8725, 3.1).
 * Rejects with `IdentityRefused`, with jose's errors, or with those of the call for the keys.
 */
export const verifyIdToken = async (
  { keys }: Provider,
  { allowed_algorithms, client_id, issuer }: OidcConnection,
  nonce: string,
  token: string,
  now: number
): Promise<JWTPayload & { readonly sub: string }> => {
  if ((decodeProtectedHeader(token).kid ?? "") === "") throw new IdentityRefused({ reason: "The ID token does not name its key (kid)" })
  const { payload } = await jwtVerify(token, keys, {
    algorithms: [...allowed_algorithms],
    issuer,
    audience: client_id,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
    currentDate: new Date(now),
    clockTolerance
  })
  if (payload["nonce"] !== nonce) throw new IdentityRefused({ reason: "The ID token was not made for this sign-in (nonce)" })
  // jose looks at `iat` only where a greatest age is asked for: a token of the future would be good until then, and long after
  if (typeof payload.iat !== "number" || payload.iat > now / 1000 + clockTolerance) throw new IdentityRefused({ reason: "The ID token is from the future (iat)" })
  const { sub } = payload
  // Core 1.0, 2: at most 255 ASCII characters
  if (sub === undefined || sub === "" || sub.length > 255 || !isKept(sub) || hasControls(sub)) throw new IdentityRefused({ reason: "The subject of the ID token is empty, too long or no text" })
  return { ...payload, sub }
}
