import { Schema } from "effect"

/** What stands in the way of using a gateway: the first thing, since nothing can be said of what lies behind it. */
export const GatewayFinding = Schema.Literals([
  "ready", "no_key",
  "unreachable", "no_answer", "certificate_refused", "no_tls", "connection_broken", "not_s3", "gateway_failing",
  "unknown_access_key", "wrong_secret_key", "key_refused", "key_suspended", "clock_skew",
  "missing_capabilities", "no_admin_ops"
]).annotate({ identifier: "GatewayFinding" })
export type GatewayFinding = typeof GatewayFinding.Type

/** A finding in words: what is so, and what to do about it. */
export const GatewayDiagnosis = Schema.Struct({
  finding: GatewayFinding,
  summary: Schema.String,
  /** Null when nothing is to be done. */
  next: Schema.NullOr(Schema.String),
  /** What the technical user lacks, as `radosgw-admin caps add --caps` takes it, e.g. `info=read`. */
  missing_capabilities: Schema.Array(Schema.String)
}).annotate({ identifier: "GatewayDiagnosis" })
export type GatewayDiagnosis = typeof GatewayDiagnosis.Type

/** What came of one call. */
export type Seen =
  /** `code`: of the gateway's own error document. `gateway`: what answered speaks as a storage gateway does. */
  | { readonly _tag: "Answer"; readonly status: number; readonly code: string | null; readonly gateway: boolean }
  | { readonly _tag: "Silence"; readonly reason: "unreachable" | "timeout" | "certificate" | "tls" | "broken"; readonly detail: string }

export interface Observations {
  /** `GET /` without a key. */
  readonly liveness: Seen
  /** `GET /admin/info` with the key; null without one. */
  readonly info: Seen | null
  /** `GET /` with the key at the S3 address; null where `info` proved the key already, or there is none. */
  readonly signed: Seen | null
  /** By how many seconds the gateway's clock is ahead of ours; null when it did not say. */
  readonly aheadSeconds: number | null
  /** Capabilities that a call with the proven key was refused for want of. */
  readonly refusedCapabilities: ReadonlyArray<string>
}

/** A gateway takes signatures that are at most this old. */
const mostSkewSeconds = 900

const said = (finding: GatewayFinding, summary: string, next: string | null, missing_capabilities: ReadonlyArray<string> = []): GatewayDiagnosis =>
  ({ finding, summary, next, missing_capabilities })

/** What it says when nothing answered. */
export const silenceOf = ({ detail, reason }: Extract<Seen, { readonly _tag: "Silence" }>): GatewayDiagnosis => {
  switch (reason) {
    case "unreachable": return said("unreachable", detail, "Check the host name and the port, and that Stowage may connect to it.")
    case "timeout": return said("no_answer", "Nothing answered within 5 seconds", "Check the host and the port; a firewall that drops packets looks like this.")
    case "certificate": return said("certificate_refused", detail, "Install a certificate that this host trusts, or switch “Verify TLS certificate” off for this endpoint.")
    case "tls": return said("no_tls", "The address does not speak TLS", "Write http:// instead of https://, or give the port at which the gateway speaks TLS.")
    case "broken": return said("connection_broken", detail, "If the gateway speaks TLS, write https:// instead of http://.")
  }
}

const failing = (status: number) => said("gateway_failing", `The gateway answers, but fails (HTTP ${status})`, "Look into the log of the gateway, then try again.")

const skewed = (ahead: number | null) => {
  const by = ahead === null || Math.abs(ahead) <= mostSkewSeconds ? "more than 15 minutes" : `${Math.round(Math.abs(ahead) / 60)} minutes`
  return said("clock_skew", `The clocks of the gateway and of Stowage differ by ${by}`, "Set both clocks by NTP: a signature is refused after 15 minutes, whatever the key.")
}

/** What an answer to a signed call says against the key, or null when it says nothing against it. */
const againstKey = (seen: Seen, ahead: number | null): GatewayDiagnosis | null => {
  if (seen._tag === "Silence") return silenceOf(seen)
  if (seen.code === "RequestTimeTooSkewed") return skewed(ahead)
  if (seen.code === "InvalidAccessKeyId") return said("unknown_access_key", "The gateway does not know this access key", "Compare it with “radosgw-admin user info” of the technical user.")
  if (seen.code === "SignatureDoesNotMatch") return said("wrong_secret_key", "The access key is known, but the secret key is wrong", "Type the secret key again, without spaces around it.")
  if (seen.code === "UserSuspended") return said("key_suspended", "The RGW user of this key is suspended", "Enable it with “radosgw-admin user enable”, or use the key of another one.")
  if (seen.status >= 500) return failing(seen.status)
  if (seen.status < 400) return null
  if (ahead !== null && Math.abs(ahead) > mostSkewSeconds) return skewed(ahead)
  const code = seen.code === null ? `HTTP ${seen.status}` : seen.code
  return said(
    "key_refused", `The gateway refused this key (${code}): the access key is unknown, or the secret key is wrong`,
    "Type both again. A gateway with STS does not say which of the two it is; “radosgw-admin user info” shows the keys of the technical user."
  )
}

/** What an answer to `GET /admin/info` with a key that is proven right says. */
const ofAdmin = (info: Seen, lacking: ReadonlyArray<string>): GatewayDiagnosis => {
  if (info._tag === "Silence") {
    return said("no_admin_ops", `The key is right, but the Admin Ops address does not answer: ${info.detail}`, "Check the Admin Ops address.")
  }
  if (info.status >= 500 && info.status !== 501) return failing(info.status)
  if (info.status >= 200 && info.status < 300 && info.gateway) {
    return lacking.length === 0
      ? said("ready", "The gateway answers, and the key may administer it", null)
      : missing(lacking)
  }
  if (info.status === 403) return missing(["info=read", ...lacking])
  return said(
    "no_admin_ops", "The key is right, but Admin Ops does not answer here",
    "If this is a Ceph RGW, give the address at which /admin answers. Other S3 servers have no Admin Ops: switch the features that need it off."
  )
}

const missing = (capabilities: ReadonlyArray<string>) =>
  said("missing_capabilities", `The key is right, but its RGW user lacks capabilities: ${capabilities.join(", ")}`, "Give them with “radosgw-admin caps add”.", capabilities)

/** Whether the key was proven to be one that the gateway knows: only then do refusals speak of rights. */
export const keyIsProven = ({ info, signed }: Pick<Observations, "info" | "signed">): boolean =>
  [info, signed].some((seen) => seen !== null && seen._tag === "Answer" && seen.gateway && seen.status >= 200 && seen.status < 300)

/** What an answer to `GET /` without a key says against a gateway; null when it answers as one does. */
export const troubleOf = (liveness: Seen): GatewayDiagnosis | null => {
  if (liveness._tag === "Silence") return silenceOf(liveness)
  if (liveness.status >= 500) return failing(liveness.status)
  return liveness.gateway
    ? null
    : said("not_s3", `Something answers (HTTP ${liveness.status}), but not as an S3 gateway does`, "Check the address: this may be a proxy, a dashboard or a sign-in page.")
}

/** The same of an address that tells the health by its status alone. */
export const healthTroubleOf = (seen: Seen): GatewayDiagnosis | null =>
  seen._tag === "Silence" ? silenceOf(seen) : seen.status < 400 ? null
    : said("gateway_failing", `The address of the health check answers HTTP ${seen.status}`, "Check the address, and what it says of the gateway.")

/** Which one thing is wrong, told apart from what it looks like. */
export const diagnose = (observed: Observations): GatewayDiagnosis => {
  const { aheadSeconds, info, liveness, refusedCapabilities, signed } = observed
  const trouble = troubleOf(liveness)
  if (trouble !== null) return trouble
  if (info === null) return said("no_key", "The gateway answers. Without a key nothing else was asked", "Give the access key and the secret key of a technical user, and detect again.")
  if (keyIsProven(observed)) return ofAdmin(info, refusedCapabilities)
  // what names the fault exactly goes first, whichever of the two said it
  const faults = [info, signed].flatMap((seen) => seen === null ? [] : againstKey(seen, aheadSeconds) ?? [])
  return faults.find(({ finding }) => exact.has(finding)) ?? faults.at(-1) ??
    said("not_s3", "What answers signed calls is no S3 gateway", "Check the address: this may be a proxy, a dashboard or a sign-in page.")
}

const exact = new Set<GatewayFinding>(["clock_skew", "unknown_access_key", "wrong_secret_key", "key_suspended"])
