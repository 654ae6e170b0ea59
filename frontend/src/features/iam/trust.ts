/** Who is to assume a role, as the wizard asks for it. */
export type TrustKind = "user" | "account" | "other" | "oidc"

export interface TrustChoice {
  readonly kind: TrustKind
  /** The account of the role. */
  readonly account: string
  /** The ARN of a user of it. */
  readonly user: string
  /** Another account's id. */
  readonly other: string
  /** Of an OIDC provider: its address without `https://`, whom its tokens are for, and who it is that they speak of. */
  readonly provider: string
  readonly audience: string
  readonly subject: string
}

export const TRUST_KINDS: ReadonlyArray<{ readonly value: TrustKind; readonly label: string; readonly text: string }> = [
  { value: "user", label: "An IAM user of this account", text: "A program that has keys of its own, and takes more rights for a while." },
  { value: "account", label: "This whole account", text: "Everybody in the account whom the gateway lets assume it; on RGW that is every IAM user of it." },
  { value: "other", label: "Another account", text: "IAM users of another RGW account on the same gateway." },
  { value: "oidc", label: "An OpenID Connect provider", text: "A program that shows a token of its cluster or company, and has no keys at all." }
]

/** What of the address of a provider its ARN and its condition keys are made of. */
const hostOf = (provider: string): string => provider.trim().replace(/^https?:\/\//, "").replace(/\/+$/, "")

/** The trust policy that says so, as text. Parts that are not known yet stand as words in capitals. */
export const trustDocument = ({ account, audience, kind, other, provider, subject, user }: TrustChoice): string => {
  const host = hostOf(provider) || "PROVIDER"
  const equals = { ...(audience.trim() === "" ? {} : { [`${host}:aud`]: audience.trim() }), ...(subject.trim() === "" ? {} : { [`${host}:sub`]: subject.trim() }) }
  const statement = kind === "oidc"
    ? {
      Effect: "Allow", Principal: { Federated: [`arn:aws:iam::${account || "ACCOUNT"}:oidc-provider/${host}`] }, Action: ["sts:AssumeRoleWithWebIdentity"],
      ...(Object.keys(equals).length === 0 ? {} : { Condition: { StringEquals: equals } })
    }
    : {
      Effect: "Allow", Action: ["sts:AssumeRole"],
      Principal: { AWS: [kind === "user" ? user || `arn:aws:iam::${account || "ACCOUNT"}:user/USER` : `arn:aws:iam::${(kind === "account" ? account : other.trim()) || "ACCOUNT"}:root`] }
    }
  return JSON.stringify({ Version: "2012-10-17", Statement: [statement] }, null, 2)
}

/** The account that an ARN is of; "" where it says none. */
export const accountOf = (arn: string): string => /^arn:aws:iam::([^:]*):/.exec(arn)?.[1] ?? ""
