import { Schema } from "effect"

/** First obstacle; those behind it cannot be detected. */
export const GatewayFinding = Schema.Literals([
  "ready",
  "no_key",
  "unreachable",
  "no_answer",
  "certificate_refused",
  "no_tls",
  "connection_broken",
  "not_s3",
  "gateway_failing",
  "unknown_access_key",
  "wrong_secret_key",
  "key_refused",
  "key_suspended",
  "clock_skew",
  "missing_capabilities",
  "no_admin_ops"
]).annotate({ identifier: "GatewayFinding" })
export type GatewayFinding = typeof GatewayFinding.Type

export const GatewayDiagnosis = Schema.Struct({
  finding: GatewayFinding,
  summary: Schema.String,
  next: Schema.NullOr(Schema.String),
  /** As `radosgw-admin caps add --caps` expects, e.g. `info=read`. */
  missing_capabilities: Schema.Array(Schema.String)
}).annotate({ identifier: "GatewayDiagnosis" })
export type GatewayDiagnosis = typeof GatewayDiagnosis.Type

export type ObservedAnswer =
  /** `code`: from the error document. `gateway`: the answer looks like a storage gateway's. */
  | { readonly _tag: "Answer"; readonly status: number; readonly code: string | null; readonly gateway: boolean }
  | {
      readonly _tag: "Silence"
      readonly reason: "unreachable" | "timeout" | "certificate" | "tls" | "broken"
      readonly detail: string
    }

export interface Observations {
  readonly liveness: ObservedAnswer
  readonly info: ObservedAnswer | null
  /** `GET /` with the key at the S3 address; null if not needed. */
  readonly signed: ObservedAnswer | null
  readonly aheadSeconds: number | null
  readonly refusedCapabilities: ReadonlyArray<string>
}

const MAX_SKEW_SECONDS = 900

const diagnosis = (
  finding: GatewayFinding,
  summary: string,
  next: string | null,
  missing_capabilities: ReadonlyArray<string> = []
): GatewayDiagnosis => ({ finding, summary, next, missing_capabilities })

export const diagnoseSilence = ({
  detail,
  reason
}: Extract<ObservedAnswer, { readonly _tag: "Silence" }>): GatewayDiagnosis => {
  switch (reason) {
    case "unreachable":
      return diagnosis("unreachable", detail, "Check the host name and the port, and that Stowage may connect to it.")
    case "timeout":
      return diagnosis(
        "no_answer",
        "Nothing answered within 5 seconds",
        "Check the host and the port; a firewall that drops packets looks like this."
      )
    case "certificate":
      return diagnosis(
        "certificate_refused",
        detail,
        "Install a certificate that this host trusts, or switch “Verify TLS certificate” off for this endpoint."
      )
    case "tls":
      return diagnosis(
        "no_tls",
        "The address does not speak TLS",
        "Write http:// instead of https://, or give the port at which the gateway speaks TLS."
      )
    case "broken":
      return diagnosis("connection_broken", detail, "If the gateway speaks TLS, write https:// instead of http://.")
  }
}

const failing = (status: number) =>
  diagnosis(
    "gateway_failing",
    `The gateway answers, but fails (HTTP ${status})`,
    "Look into the log of the gateway, then try again."
  )

const skewed = (ahead: number | null) => {
  const by =
    ahead === null || Math.abs(ahead) <= MAX_SKEW_SECONDS
      ? "more than 15 minutes"
      : `${Math.round(Math.abs(ahead) / 60)} minutes`
  return diagnosis(
    "clock_skew",
    `The clocks of the gateway and of Stowage differ by ${by}`,
    "Set both clocks by NTP: a signature is refused after 15 minutes, whatever the key."
  )
}

const keyFault = (answer: ObservedAnswer, ahead: number | null): GatewayDiagnosis | null => {
  if (answer._tag === "Silence") return diagnoseSilence(answer)
  if (answer.code === "RequestTimeTooSkewed") return skewed(ahead)
  if (answer.code === "InvalidAccessKeyId")
    return diagnosis(
      "unknown_access_key",
      "The gateway does not know this access key",
      "Compare it with “radosgw-admin user info” of the technical user."
    )
  if (answer.code === "SignatureDoesNotMatch")
    return diagnosis(
      "wrong_secret_key",
      "The access key is known, but the secret key is wrong",
      "Type the secret key again, without spaces around it."
    )
  if (answer.code === "UserSuspended")
    return diagnosis(
      "key_suspended",
      "The RGW user of this key is suspended",
      "Enable it with “radosgw-admin user enable”, or use the key of another one."
    )
  if (answer.status >= 500) return failing(answer.status)
  if (answer.status < 400) return null
  if (ahead !== null && Math.abs(ahead) > MAX_SKEW_SECONDS) return skewed(ahead)
  const code = answer.code === null ? `HTTP ${answer.status}` : answer.code
  return diagnosis(
    "key_refused",
    `The gateway refused this key (${code}): the access key is unknown, or the secret key is wrong`,
    "Type both again. A gateway with STS does not say which of the two it is; “radosgw-admin user info” shows " +
      "the keys of the technical user."
  )
}

const adminDiagnosis = (info: ObservedAnswer, lacking: ReadonlyArray<string>): GatewayDiagnosis => {
  if (info._tag === "Silence") {
    return diagnosis(
      "no_admin_ops",
      `The key is right, but the Admin Ops address does not answer: ${info.detail}`,
      "Check the Admin Ops address."
    )
  }
  if (info.status >= 500 && info.status !== 501) return failing(info.status)
  if (info.status >= 200 && info.status < 300 && info.gateway) {
    return lacking.length === 0
      ? diagnosis("ready", "The gateway answers, and the key may administer it", null)
      : missing(lacking)
  }
  if (info.status === 403) return missing(["info=read", ...lacking])
  return diagnosis(
    "no_admin_ops",
    "The key is right, but Admin Ops does not answer here",
    "If this is a Ceph RGW, give the address at which /admin answers. Other S3 servers have no Admin Ops: " +
      "switch the features that need it off."
  )
}

const missing = (capabilities: ReadonlyArray<string>) =>
  diagnosis(
    "missing_capabilities",
    `The key is right, but its RGW user lacks capabilities: ${capabilities.join(", ")}`,
    "Give them with “radosgw-admin caps add”.",
    capabilities
  )

/** Only then are refusals about permissions. */
export const keyIsProven = ({ info, signed }: Pick<Observations, "info" | "signed">): boolean =>
  [info, signed].some(
    (answer) =>
      answer !== null && answer._tag === "Answer" && answer.gateway && answer.status >= 200 && answer.status < 300
  )

export const diagnoseLiveness = (liveness: ObservedAnswer): GatewayDiagnosis | null => {
  if (liveness._tag === "Silence") return diagnoseSilence(liveness)
  if (liveness.status >= 500) return failing(liveness.status)
  return liveness.gateway
    ? null
    : diagnosis(
        "not_s3",
        `Something answers (HTTP ${liveness.status}), but not as an S3 gateway does`,
        "Check the address: this may be a proxy, a dashboard or a sign-in page."
      )
}

export const diagnoseHealth = (answer: ObservedAnswer): GatewayDiagnosis | null =>
  answer._tag === "Silence"
    ? diagnoseSilence(answer)
    : answer.status < 400
      ? null
      : diagnosis(
          "gateway_failing",
          `The address of the health check answers HTTP ${answer.status}`,
          "Check the address, and what it says of the gateway."
        )

export const diagnose = (observed: Observations): GatewayDiagnosis => {
  const { aheadSeconds, info, liveness, refusedCapabilities, signed } = observed
  const trouble = diagnoseLiveness(liveness)
  if (trouble !== null) return trouble
  if (info === null)
    return diagnosis(
      "no_key",
      "The gateway answers. Without a key nothing else was asked",
      "Give the access key and the secret key of a technical user, and detect again."
    )
  if (keyIsProven(observed)) return adminDiagnosis(info, refusedCapabilities)
  // an exact cause wins over a general one
  const faults = [info, signed].flatMap((answer) => (answer === null ? [] : (keyFault(answer, aheadSeconds) ?? [])))
  return (
    faults.find(({ finding }) => EXACT_FINDINGS.has(finding)) ??
    faults.at(-1) ??
    diagnosis(
      "not_s3",
      "What answers signed calls is no S3 gateway",
      "Check the address: this may be a proxy, a dashboard or a sign-in page."
    )
  )
}

const EXACT_FINDINGS = new Set<GatewayFinding>([
  "clock_skew",
  "unknown_access_key",
  "wrong_secret_key",
  "key_suspended"
])
