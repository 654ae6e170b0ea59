import {
  type GatewayDiagnosis,
  type GatewayFinding,
  type ObservedAnswer,
  diagnoseSilence
} from "../gateways/endpoints/GatewayDiagnosis.ts"
import type { ConnectionIdentity } from "./ConnectionEvidence.ts"

type Diagnosis = Omit<GatewayDiagnosis, "missing_capabilities">

const diagnosis = (finding: GatewayFinding, summary: string, next: string | null): Diagnosis => ({
  finding,
  summary,
  next
})

const MAX_SKEW_SECONDS = 900

export const diagnoseConnection = (
  answer: ObservedAnswer,
  aheadSeconds: number | null,
  region: string | null = null
): Diagnosis => {
  if (answer._tag === "Silence") {
    const { finding, next, summary } = diagnoseSilence(answer)
    return diagnosis(finding, summary, next)
  }
  const { code, gateway, status } = answer
  if (
    code === "RequestTimeTooSkewed" ||
    (status === 403 && aheadSeconds !== null && Math.abs(aheadSeconds) > MAX_SKEW_SECONDS)
  ) {
    return diagnosis(
      "clock_skew",
      "The clocks of the gateway and of Stowage differ by more than 15 minutes",
      "Set both clocks by NTP: a signature is refused after 15 minutes, whatever the key."
    )
  }
  if (status >= 500)
    return diagnosis(
      "gateway_failing",
      `The gateway answers, but fails (HTTP ${status})`,
      "Try again in a while, or ask whoever runs it."
    )
  if (!gateway)
    return diagnosis(
      "not_s3",
      `Something answers (HTTP ${status}), but not as an S3 gateway does`,
      "Check the address: this may be a proxy, a dashboard or a sign-in page."
    )
  if (status >= 200 && status < 300)
    return diagnosis("ready", "The keys are right: their buckets could be listed", null)
  switch (code) {
    case "InvalidAccessKeyId":
      return diagnosis(
        "unknown_access_key",
        "The gateway does not know this access key",
        "Compare it with what the provider shows."
      )
    case "SignatureDoesNotMatch":
      return diagnosis(
        "wrong_secret_key",
        "The access key is known, but the secret key is wrong",
        "Type the secret key again, without spaces around it."
      )
    case "ExpiredToken":
      return diagnosis("key_refused", "The temporary credentials have ended", "Give new ones.")
    case "InvalidToken":
      return diagnosis(
        "key_refused",
        "The session token is not one of this gateway's",
        "Give access key, secret key and session token of the same set."
      )
    case "UserSuspended":
      return diagnosis(
        "key_suspended",
        "The owner of these keys is suspended",
        "Ask whoever runs the gateway to enable it."
      )
    case "AuthorizationHeaderMalformed":
      return diagnosis(
        "key_refused",
        region === null ? "The gateway expects another region" : `The gateway expects the region ${region}`,
        region === null ? "Give the region of the provider." : `Set the region to ${region}.`
      )
  }
  const why = code === null ? `HTTP ${status}` : code
  return diagnosis(
    "key_refused",
    `The gateway refused these keys (${why})`,
    code === "AccessDenied"
      ? "They are wrong, or right and not allowed to list buckets: some gateways do not say which."
      : "Check the address and the keys."
  )
}

export const ownerTypeOf = (identity: ConnectionIdentity | null): "iam_user" | "account_user" | "s3_user" | null => {
  const match = /^arn:[a-z-]+:(?:iam|sts)::([^:]*):(.+)$/.exec(identity?.arn ?? "")
  if (match === null) return null
  const [, account = "", resource = ""] = match
  if (resource === "root") return "account_user"
  if (!resource.startsWith("user/")) return null
  return account === "" ? "s3_user" : "iam_user"
}
