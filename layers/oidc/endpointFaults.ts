import type { ServerMetadata } from "openid-client"
import type { Outbound } from "../outbound/Outbound.ts"

const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const
type EndpointName = (typeof endpoints)[number] | "userinfo_endpoint"

const faultOf = (outbound: Outbound["Service"], name: EndpointName, address: unknown): ReadonlyArray<string> => {
  const url = typeof address === "string" ? URL.parse(address) : null
  if (url === null) return [`${name} is missing`]
  if (url.protocol !== "https:") return [`${name} is not HTTPS (${url.origin})`]
  if (url.username !== "" || url.password !== "") return [`${name} carries a user name`]
  try {
    outbound.assertHost("oidc", url.hostname)
    return []
  } catch (refusal) {
    return [`${name}: ${refusal instanceof Error ? refusal.message : "not allowed"}`]
  }
}

/** Checks the authorization endpoint too: a tampered one would redirect users elsewhere (RFC 9700, 4.4). */
export const endpointFaults = (
  outbound: Outbound["Service"],
  metadata: ServerMetadata,
  useUserInfo: boolean
): ReadonlyArray<string> =>
  [...endpoints, ...(useUserInfo ? ["userinfo_endpoint" as const] : [])].flatMap((name) =>
    faultOf(outbound, name, metadata[name])
  )
