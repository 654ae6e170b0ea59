import { IdentityRefused, ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { OutboundRefused } from "../outbound/Outbound.ts"

export const unavailable = (reason: string) => new ProviderUnavailable({ reason })
export const refused = (reason: string) => new IdentityRefused({ reason })

export class NotLdap extends Error {
  override readonly name = "NotLdap"
}

const untrusted = "its certificate comes from an authority that is not trusted: give the authority's as ca_certificate"

const byCode: Record<string, string> = {
  ENOTFOUND: "its name has no address",
  EAI_AGAIN: "its name cannot be resolved now",
  ECONNREFUSED: "nothing listens on that port",
  ETIMEDOUT: "it cannot be reached",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  ECONNRESET: "it closed the connection; is it the right port for this kind of TLS?",
  EPROTO: "it does not speak TLS there; is it the right port?",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there; is it the right port?",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it does not speak TLS there; is it the right port?",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "it speaks no TLS 1.2 or newer",
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: "it speaks no TLS 1.2 or newer",
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "its certificate is not for this host name: use the name that the certificate has, or a certificate for this one"
}

/** Null: closed. Of several addresses the first one's error counts. */
export const connectionFault = (host: string, cause: unknown): ProviderUnavailable => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return connectionFault(host, cause.errors[0])
  if (cause instanceof OutboundRefused) return unavailable(cause.message)
  if (cause instanceof NotLdap) return unavailable(`${host} answers, but not in LDAP (${cause.message})`)
  if (cause === null) return unavailable(`${host}: it closed the connection`)
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no code"
  return unavailable(`${host}: ${byCode[code] ?? `the connection failed (${code})`}`)
}

const results: Record<number, string> = {
  1: "operations error",
  3: "time limit exceeded: narrow base_dn or user_filter, or index what the filter asks for",
  4: "size limit exceeded: narrow base_dn or user_filter",
  8: "stronger authentication required",
  10: "it refers elsewhere, and referrals are not followed: use the directory that holds base_dn",
  11: "administrative limit exceeded: narrow base_dn or user_filter, or index what the filter asks for",
  13: "confidentiality required",
  18: "inappropriate matching: user_filter compares an attribute in a way that it does not allow",
  21: "invalid value",
  32: "no such entry, or not for this reader to see",
  34: "not a distinguished name",
  48: "inappropriate authentication",
  49: "wrong name or password",
  50: "insufficient rights",
  51: "busy",
  52: "unavailable",
  53: "unwilling to perform"
}

/** Omits the server's message, which may name users. */
export const resultText = (code: number): string => results[code] ?? `result code ${code}`
