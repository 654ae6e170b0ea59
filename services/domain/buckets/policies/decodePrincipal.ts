import { arnParts } from "./matchPattern.ts"
import type { DecodeContext } from "./decodeStatement.ts"
import type { JsonNode } from "./jsonText.ts"
import type { NamedPrincipals, PolicyDialect } from "./Policy.ts"

export const decodePrincipal = (
  node: JsonNode | undefined,
  name: string,
  { dialect, faults, path: statement }: DecodeContext
): NamedPrincipals | null => {
  if (node === undefined) return null
  const path = `${statement}.${name}`
  const nobody: NamedPrincipals = { anyone: false, aws: [], service: [], federated: [], canonical: [] }
  if (node.kind === "string") {
    // RGW checks the first character only
    if (node.text === "*" || (dialect === "rgw" && node.text.startsWith("*"))) return { ...nobody, anyone: true }
    faults.add(
      path,
      node.start,
      `${JSON.stringify(node.text)} stands for nobody: write "*" or {"AWS": ${JSON.stringify(node.text)}}`
    )
    return nobody
  }
  const members = faults.members(node, path, ["AWS", "Service", "Federated", "CanonicalUser"])
  if (members === null) return nobody
  const names = (kind: string) => faults.texts(members.get(kind), `${path}.${kind}`) ?? []
  const aws = names("AWS")
  for (const { path, start, text } of aws) {
    const fault = principalFault(text, dialect)
    if (fault !== null) faults.add(path, start, fault)
  }
  const canonical = names("CanonicalUser")
  if (dialect === "rgw")
    for (const { path, start } of canonical)
      faults.add(path, start, "RGW takes no canonical users: name the account or the user by its ARN")
  const texts = (found: ReadonlyArray<{ readonly text: string }>) => found.map(({ text }) => text)
  return {
    anyone: aws.some(({ text }) => text === "*"),
    aws: texts(aws).filter((text) => text !== "*"),
    service: texts(names("Service")),
    federated: texts(names("Federated")),
    canonical: texts(canonical)
  }
}

const kinds = /^(?:root|(?:user|role|oidc-provider|assumed-role)\/.*)$/s

const principalFault = (principal: string, dialect: PolicyDialect): string | null => {
  if (principal === "*") return null
  const parts = arnParts(principal)
  const example = `"arn:aws:iam::ACCOUNT:root", "arn:aws:iam::ACCOUNT:user/NAME" or an account's id`
  if (parts === null)
    return /[:/]/.test(principal) ? `${JSON.stringify(principal)} is no principal: write ${example}` : null
  if (dialect === "rgw" && /[*?]/.test(parts[4]))
    return `RGW takes no wildcard in the account of a principal: write ${example}, or "*"`
  if (dialect === "aws" && /[*?]/.test(principal))
    return `No wildcard may stand in a principal: write ${example}, or "*"`
  return kinds.test(parts[5]) ? null : `${JSON.stringify(principal)} is no principal: write ${example}`
}
