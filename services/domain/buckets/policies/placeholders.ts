import { arnParts } from "./matchPattern.ts"
import type { Policy, PolicyFault } from "./Policy.ts"

const placeholders = {
  ACCOUNT: "the id of an account",
  USER: "the name of an IAM user",
  PROVIDER: "the address of an OpenID Connect provider",
  BUCKET: "the name of a bucket",
  FOLDER: "the name of a folder"
} as const
type Placeholder = keyof typeof placeholders

const inPrincipal = (arn: string): ReadonlyArray<Placeholder> => {
  const [, , , , account, resource] = arnParts(arn) ?? []
  return [
    ...(account === "ACCOUNT" ? (["ACCOUNT"] as const) : []),
    ...(resource === "user/USER" ? (["USER"] as const) : []),
    ...(resource === "oidc-provider/PROVIDER" ? (["PROVIDER"] as const) : [])
  ]
}

const inResource = (arn: string): ReadonlyArray<Placeholder> => {
  const [bucket, folder] = arnParts(arn)?.[5]?.split("/") ?? []
  return [...(bucket === "BUCKET" ? (["BUCKET"] as const) : []), ...(folder === "FOLDER" ? (["FOLDER"] as const) : [])]
}

/** Resources of a bucket policy are exempt: a bucket may have such a name. */
export const unfilledPlaceholders = ({ statements }: Policy, at: "bucket" | "identity"): ReadonlyArray<PolicyFault> =>
  statements.flatMap((statement) => {
    const { notPrincipal, notResources, place, principal, resources } = statement
    const principals = [principal, notPrincipal].flatMap((named) =>
      named === null ? [] : [...named.aws, ...named.federated]
    )
    const placeholderWords = [
      ...principals.flatMap(inPrincipal),
      ...(at === "bucket" ? [] : [...(resources ?? []), ...(notResources ?? [])].flatMap(inResource))
    ]
    return [...new Set(placeholderWords)].map((word) => ({
      ...place,
      message: `${word} is a placeholder: write ${placeholders[word]} instead`
    }))
  })
