import { decodeProtectedHeader, jwtVerify, type JWTPayload } from "jose"
import { hasControls, isStorableText } from "#domain/platform/Text.ts"
import { IdentityRefused } from "#services/identity/federation/providerFailures.ts"
import type { OidcConnection } from "#services/identity/federation/OidcClient.ts"
import type { Provider } from "./discoverProvider.ts"

const CLOCK_TOLERANCE_SECONDS = 30

/** OpenID Connect Core 1.0, 3.1.3.7, always with the signature. The configuration chooses the algorithms. */
export const verifyIdToken = async (
  { keys }: Provider,
  { allowed_algorithms, client_id, issuer }: OidcConnection,
  nonce: string,
  token: string,
  now: number
): Promise<JWTPayload & { readonly sub: string }> => {
  if ((decodeProtectedHeader(token).kid ?? "") === "")
    throw new IdentityRefused({ reason: "The ID token does not name its key (kid)" })
  const { payload } = await jwtVerify(token, keys, {
    algorithms: [...allowed_algorithms],
    issuer,
    audience: client_id,
    requiredClaims: ["sub", "exp", "iat", "nonce"],
    currentDate: new Date(now),
    clockTolerance: CLOCK_TOLERANCE_SECONDS
  })
  if (payload["nonce"] !== nonce)
    throw new IdentityRefused({ reason: "The ID token was not made for this sign-in (nonce)" })
  // jose checks `iat` only with a maximum age: a token from the future would be valid too long
  if (typeof payload.iat !== "number" || payload.iat > now / 1000 + CLOCK_TOLERANCE_SECONDS)
    throw new IdentityRefused({ reason: "The ID token is from the future (iat)" })
  const { sub } = payload
  if (sub === undefined || sub === "" || sub.length > 255 || !isStorableText(sub) || hasControls(sub))
    throw new IdentityRefused({ reason: "The subject of the ID token is empty, too long or no text" })
  return { ...payload, sub }
}
