import { OutboundRefused } from "../outbound/Outbound.ts"

const untrusted = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "INVALID_CA"
])

const sentences: Record<string, (place: string) => string> = {
  ENOTFOUND: (place) => `The name of ${place} does not resolve`,
  EAI_AGAIN: (place) => `The name of ${place} cannot be resolved just now`,
  ECONNREFUSED: (place) => `Nothing listens at ${place}`,
  ETIMEDOUT: (place) => `${place} does not answer`,
  EHOSTUNREACH: (place) => `There is no way to ${place}`,
  ENETUNREACH: (place) => `There is no way to ${place}`,
  CERT_HAS_EXPIRED: (place) => `The certificate of ${place} has expired`,
  CERT_NOT_YET_VALID: (place) => `The certificate of ${place} is not valid yet`,
  ERR_TLS_CERT_ALTNAME_INVALID: (place) => `The certificate of ${place} is for another host`
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

export const connectionTrouble = (place: string, error: unknown): string => {
  if (error instanceof OutboundRefused) return error.message
  const code = codeOf(error)
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence(place)
  if (untrusted.has(code))
    return (
      `The certificate of ${place} is signed by an authority that is not trusted: give that authority's ` +
      "certificate as ca_certificate"
    )
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return `${place} does not speak TLS 1.2 or newer`
  return `The connection to ${place} broke${code === "" ? "" : ` (${code})`}`
}
