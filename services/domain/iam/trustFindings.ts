import { conditionWords } from "../buckets/policies/conditionWords.ts"
import { arnParts, fitsAction } from "../buckets/policies/matchPattern.ts"
import type { NamedPrincipals, Policy, PolicyDialect, Statement } from "../buckets/policies/Policy.ts"
import { principalName } from "../buckets/policies/principalWords.ts"

const actionsOf = { aws: "sts:AssumeRole", federated: "sts:AssumeRoleWithWebIdentity" } as const

export interface TrustFindings {
  readonly who: ReadonlyArray<string>
  readonly words: ReadonlyArray<string>
  readonly notes: ReadonlyArray<string>
}

const allows = ({ actions }: Statement, action: string, dialect: PolicyDialect): boolean =>
  (actions ?? []).some((pattern) => fitsAction(pattern, action, dialect))

const ANY_PRINCIPAL = "anybody with a key"

const principalNames = (
  principal: NamedPrincipals | null,
  dialect: PolicyDialect
): { readonly aws: ReadonlyArray<string>; readonly federated: ReadonlyArray<string> } => ({
  aws:
    principal === null
      ? []
      : principal.anyone
        ? [ANY_PRINCIPAL]
        : principal.aws.map((name) => principalName(name, dialect)),
  federated: (principal?.federated ?? []).map((name) => `users of ${name}`)
})

/** Principals denied unconditionally; a Deny for anyone closes the role. */
const deniedPrincipals = (
  policy: Policy,
  dialect: PolicyDialect
): { readonly all: boolean; readonly names: ReadonlySet<string> } => {
  const denies = policy.statements.filter(
    (one) => one.effect === "Deny" && one.conditions.length === 0 && allows(one, actionsOf.aws, dialect)
  )
  return {
    all: denies.some(({ principal }) => principal?.anyone === true),
    names: new Set(denies.flatMap(({ principal }) => principalNames(principal, dialect).aws))
  }
}

/** Principals that a trust policy admits. Service principals cannot call RGW's STS. */
export const trustFindings = (policy: Policy, dialect: PolicyDialect, account: string | null): TrustFindings => {
  const { all, names } = deniedPrincipals(policy, dialect)
  const admits = policy.statements
    .filter(({ effect }) => effect === "Allow")
    .map((statement) => {
      const { aws, federated } = principalNames(statement.principal, dialect)
      const when = statement.conditions.map(conditionWords).join(" and ")
      const admitted = (who: ReadonlyArray<string>, action: string) =>
        all || !allows(statement, action, dialect)
          ? []
          : who.filter((name) => !names.has(name)).map((name) => (when === "" ? name : `${name}, ${when}`))
      return { statement, who: [...admitted(aws, actionsOf.aws), ...admitted(federated, actionsOf.federated)] }
    })
  const who = [...new Set(admits.flatMap((one) => one.who))]
  const foreign = policy.statements.some(
    ({ effect, principal }) =>
      effect === "Allow" &&
      account !== null &&
      (principal?.aws ?? []).some((name) => {
        const parts = arnParts(name)
        return (parts === null ? name : parts[4]) !== account
      })
  )
  return {
    who,
    words: policy.statements.map((statement) => {
      const { aws, federated } = principalNames(statement.principal, dialect)
      const subjects = [...aws, ...federated]
      const verb = statement.effect === "Deny" ? "may not assume the role" : "may assume the role"
      const useless = [actionsOf.aws, actionsOf.federated].some((action) => allows(statement, action, dialect))
        ? ""
        : " (no: the action is not sts:AssumeRole)"
      return `${subjects.length === 0 ? "Nobody" : subjects.join(", ")} ${verb}${useless}.`
    }),
    notes: [
      ...(who.length === 0 ? ["Nobody could assume the role with this."] : []),
      ...(who.includes(ANY_PRINCIPAL)
        ? ["Anybody whom the gateway knows may assume the role: name accounts, users or roles, or add a condition."]
        : []),
      ...(foreign ? ["It lets in principals of another account."] : [])
    ]
  }
}
