import { arnParts } from "./matchPattern.ts"
import type { NamedPrincipals, PolicyDialect, Statement } from "./Policy.ts"
import { wordList } from "./wordList.ts"

export const principalWords = (
  { notPrincipal, principal }: Pick<Statement, "notPrincipal" | "principal">,
  dialect: PolicyDialect
): string => {
  if (notPrincipal !== null) return `Everybody except ${wordList(namesOf(notPrincipal, dialect))}`
  if (principal === null) return "Nobody (no Principal)"
  const names = namesOf(principal, dialect)
  const sentence = wordList(names)
  return names.length === 0 ? "Nobody (Principal is empty)" : sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const namesOf = (
  { anyone, aws, canonical, federated, service }: NamedPrincipals,
  dialect: PolicyDialect
): ReadonlyArray<string> =>
  anyone
    ? ["anybody"]
    : [
        ...aws.map((name) => principalName(name, dialect)),
        ...service.map((name) => `the service ${name}`),
        ...federated.map((name) => `users of ${name}`),
        ...canonical.map((name) => `the canonical user ${name}`)
      ]

export const principalName = (name: string, dialect: PolicyDialect): string => {
  const parts = arnParts(name)
  const account = parts === null ? name : parts[4]
  const resource = parts?.[5] ?? "root"
  if (resource === "root") {
    if (account === "") return dialect === "rgw" ? "anybody (RGW reads an empty account so)" : "nobody"
    return dialect === "rgw" ? `everybody of ${account}` : `account ${account}`
  }
  const [kind = "", ...rest] = resource.split("/")
  const of = account === "" ? "" : ` of ${account}`
  const called =
    kind === "assumed-role"
      ? "the session"
      : kind !== "user"
        ? kind
        : account === "" && dialect === "rgw"
          ? "RGW user"
          : "IAM user"
  return `${called} ${rest.join("/")}${of}`
}
