import { principalAccount, type AccessPrincipal, type AccessRequest, type ContextValues } from "./AccessRequest.ts"
import type { PolicyDialect } from "./Policy.ts"
import { s3Action } from "./s3Actions.ts"

/** Verified on RGW 20.2.4. */
export const keysUnknownToRgw: ReadonlySet<string> = new Set([
  "aws:userid",
  "aws:PrincipalArn",
  "aws:PrincipalAccount",
  "aws:PrincipalOrgID",
  "aws:ResourceAccount",
  "aws:SourceVpc",
  "aws:SourceVpce",
  "aws:MultiFactorAuthPresent",
  "aws:MultiFactorAuthAge",
  "s3:TlsVersion",
  "s3:authType",
  "s3:signatureversion",
  "s3:signatureAge"
])

const callerKeys = (principal: AccessPrincipal, dialect: PolicyDialect): ContextValues => {
  if (dialect === "rgw") {
    return { "aws:PrincipalType": ["User"], "aws:username": [rgwUid(principal)] }
  }
  const account = principalAccount(principal)
  if (principal.kind === "anonymous") return { "aws:PrincipalType": ["Anonymous"], "aws:userid": ["anonymous"] }
  const name = principal.kind === "iam_user" ? principal.name.split("/").at(-1)! : null
  return {
    "aws:PrincipalType": [
      principal.kind === "account_root" ? "Account" : principal.kind === "iam_role" ? "AssumedRole" : "User"
    ],
    "aws:PrincipalArn": [principalArn(principal)],
    "aws:PrincipalAccount": [account],
    ...(name === null ? {} : { "aws:username": [name] })
  }
}

const rgwUid = (principal: AccessPrincipal): string => {
  if (principal.kind === "anonymous") return "anonymous"
  if (principal.kind === "iam_role") return "unknown-id"
  // an unknown id still matches `*`
  return principal.uid ?? "unknown-id"
}

export const principalArn = (principal: AccessPrincipal): string => {
  switch (principal.kind) {
    case "account_root":
      return `arn:aws:iam::${principal.account}:root`
    case "iam_user":
      return `arn:aws:iam::${principal.account}:user/${principal.name}`
    case "iam_role":
      return `arn:aws:iam::${principal.account}:role/${principal.name}`
    case "plain_user":
      return `arn:aws:iam::${principal.tenant ?? ""}:user/${principal.uid}`
    case "anonymous":
      return ""
  }
}

/** Listing parameters that RGW omits when empty. */
export const keysOmittedWhenEmpty: ReadonlySet<string> = new Set(["s3:prefix", "s3:delimiter"])
/** RGW passes the parameters of these listings to policies, but not of multipart listings. */
export const listings: ReadonlySet<string> = new Set(["s3:ListBucket", "s3:ListBucketVersions"])
export const listingKeys: ReadonlySet<string> = new Set([...keysOmittedWhenEmpty, "s3:max-keys"])
const defaultMaxKeys = "1000"

/** Verified on RGW 20.2.4. `aws:SecureTransport` exists over TLS only. */
const isSetByRgw = (action: string, key: string, values: ReadonlyArray<string>): boolean => {
  if (keysUnknownToRgw.has(key)) return false
  if (key === "aws:SecureTransport") return values.every((value) => value.toLowerCase() === "true")
  if (!listingKeys.has(key)) return true
  return listings.has(action) && !(keysOmittedWhenEmpty.has(key) && values.every((value) => value === ""))
}

export const gatewayContext = (
  { action, context, principal }: AccessRequest,
  dialect: PolicyDialect
): ContextValues => {
  const name = s3Action(action)?.name ?? action
  const visible = Object.entries(context).filter(
    ([key, values]) => values.length > 0 && (dialect === "aws" || isSetByRgw(name, key, values))
  )
  const added: ContextValues = dialect === "rgw" && listings.has(name) ? { "s3:max-keys": [defaultMaxKeys] } : {}
  return { ...callerKeys(principal, dialect), ...added, ...Object.fromEntries(visible) }
}
