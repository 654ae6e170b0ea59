import type { AccessPrincipal, ContextValues } from "./AccessRequest.ts"
import { conditionHolds } from "./conditionHolds.ts"
import { fitsAction, fitsResource } from "./matchPattern.ts"
import { namesCaller, type Naming } from "./namesCaller.ts"
import type { Policy, PolicyDialect, Statement } from "./Policy.ts"
import { withVariables } from "./policyVariables.ts"

/** What is asked, with everything that a statement can test. */
export interface Asked {
  readonly caller: AccessPrincipal
  readonly action: string
  readonly arn: string
  readonly context: ContextValues
  readonly dialect: PolicyDialect
}

/** A statement that says something about a request, and how it names the caller. */
export interface Applying {
  readonly statement: Statement
  readonly naming: Naming
}

/** The statements of a policy that apply to a request. `whose`: identity policies name no principals, a bucket's must. */
export const applying = (policy: Policy, asked: Asked, whose: "identity" | "bucket"): ReadonlyArray<Applying> =>
  policy.statements.flatMap((statement) => {
    const naming = whose === "identity" ? "directly" : namingOf(statement, asked)
    return naming !== "no" && aboutAction(statement, asked) && aboutResource(statement, asked) &&
      statement.conditions.every((test) => conditionHolds(test, asked.context, asked.dialect)) ? [{ statement, naming }] : []
  })

const namingOf = ({ notPrincipal, principal }: Statement, { caller, dialect }: Asked): Naming => {
  if (principal === null && notPrincipal === null) return "no"
  if (notPrincipal !== null && namesCaller(notPrincipal, caller, dialect) !== "no") return "no"
  return principal === null ? "directly" : namesCaller(principal, caller, dialect)
}

/** RGW reads NotAction and lets it match nothing (open upstream: ceph 66099); beside Action it takes away from it. */
const aboutAction = ({ actions, notActions }: Statement, { action, dialect }: Asked): boolean => {
  const named = (patterns: ReadonlyArray<string>) => patterns.some((pattern) => fitsAction(pattern, action, dialect))
  if (dialect === "rgw") return named(actions ?? []) && !named(notActions ?? [])
  return actions !== null ? named(actions) : notActions !== null && !named(notActions)
}

const aboutResource = ({ notResources, resources }: Statement, { arn, context, dialect }: Asked): boolean => {
  const named = (patterns: ReadonlyArray<string>) => patterns.some((pattern) =>
    (dialect === "aws" ? withVariables(pattern, context, dialect) : [pattern]).some((one) => fitsResource(one, arn, dialect)))
  // an empty list is none to RGW
  if (resources !== null && resources.length > 0) return named(resources)
  return notResources !== null && notResources.length > 0 && !named(notResources)
}
