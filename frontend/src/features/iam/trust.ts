export type TrustKind = "user" | "account" | "other" | "oidc"

export interface TrustChoice {
  readonly kind: TrustKind
  readonly account: string
  readonly user: string
  readonly other: string
  readonly provider: string
  readonly audience: string
  readonly subject: string
}

export const TRUST_KINDS: ReadonlyArray<{ readonly value: TrustKind; readonly label: string; readonly text: string }> =
  [
    {
      value: "user",
      label: "An IAM user of this account",
      text: "A program that has keys of its own, and takes more rights for a while."
    },
    {
      value: "account",
      label: "This whole account",
      text: "Everybody in the account whom the gateway lets assume it; on RGW that is every IAM user of it."
    },
    { value: "other", label: "Another account", text: "IAM users of another RGW account on the same gateway." },
    {
      value: "oidc",
      label: "An OpenID Connect provider",
      text: "A program that shows a token of its cluster or company, and has no keys at all."
    }
  ]

const hostOf = (provider: string): string =>
  provider
    .trim()
    .replace(/^https?:\/\//, "")
    .replace(/\/+$/, "")

export const trustDocument = ({ account, audience, kind, other, provider, subject, user }: TrustChoice): string => {
  const host = hostOf(provider) || "PROVIDER"
  const equals = {
    ...(audience.trim() === "" ? {} : { [`${host}:aud`]: audience.trim() }),
    ...(subject.trim() === "" ? {} : { [`${host}:sub`]: subject.trim() })
  }
  const statement =
    kind === "oidc"
      ? {
          Effect: "Allow",
          Principal: { Federated: [`arn:aws:iam::${account || "ACCOUNT"}:oidc-provider/${host}`] },
          Action: ["sts:AssumeRoleWithWebIdentity"],
          ...(Object.keys(equals).length === 0 ? {} : { Condition: { StringEquals: equals } })
        }
      : {
          Effect: "Allow",
          Action: ["sts:AssumeRole"],
          Principal: {
            AWS: [
              kind === "user"
                ? user || `arn:aws:iam::${account || "ACCOUNT"}:user/USER`
                : `arn:aws:iam::${(kind === "account" ? account : other.trim()) || "ACCOUNT"}:root`
            ]
          }
        }
  return JSON.stringify({ Version: "2012-10-17", Statement: [statement] }, null, 2)
}

export const accountOfArn = (arn: string): string => /^arn:aws:iam::([^:]*):/.exec(arn)?.[1] ?? ""
