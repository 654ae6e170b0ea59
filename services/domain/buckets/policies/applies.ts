import type { AccessPrincipal, ContextValues } from "./AccessRequest.ts"
import { conditionMatches } from "./conditionMatches.ts"
import { actionPattern, type ParsedArn, parseArn, resourcePattern } from "./matchPattern.ts"
import { namesCaller, type Naming } from "./namesCaller.ts"
import type { Policy, PolicyDialect, Statement } from "./Policy.ts"
import { withVariables } from "./policyVariables.ts"

export interface EvaluatedRequest {
  readonly caller: AccessPrincipal
  readonly action: string
  readonly arn: string
  readonly context: ContextValues
  readonly dialect: PolicyDialect
}

export interface MatchingStatement {
  readonly statement: Statement
  readonly naming: Naming
}

/** Identity policies have no principals, bucket policies must have them. */
export const matchingStatements = (
  policy: Policy,
  request: EvaluatedRequest,
  whose: "identity" | "bucket"
): ReadonlyArray<MatchingStatement> => {
  const arn = parseArn(request.arn, request.dialect)
  return policy.statements.flatMap((statement) => {
    const naming = whose === "identity" ? "directly" : namingOf(statement, request)
    return naming !== "no" &&
      aboutAction(statement, request) &&
      aboutResource(statement, request, arn) &&
      statement.conditions.every((test) => conditionMatches(test, request.context, request.dialect))
      ? [{ statement, naming }]
      : []
  })
}

const compiledOnce = <A>(compile: (pattern: string, dialect: PolicyDialect) => A) => {
  const lists = {
    aws: new WeakMap<ReadonlyArray<string>, ReadonlyArray<A>>(),
    rgw: new WeakMap<ReadonlyArray<string>, ReadonlyArray<A>>()
  }
  return (patterns: ReadonlyArray<string>, dialect: PolicyDialect): ReadonlyArray<A> => {
    const cachedMatcher = lists[dialect].get(patterns)
    if (cachedMatcher !== undefined) return cachedMatcher
    const compiled = patterns.map((pattern) => compile(pattern, dialect))
    lists[dialect].set(patterns, compiled)
    return compiled
  }
}
const actionPatterns = compiledOnce(actionPattern)
const resourcePatterns = compiledOnce((pattern, dialect) => ({
  fits: resourcePattern(pattern, dialect),
  variable: dialect === "aws" && pattern.includes("${") ? pattern : null
}))
const noPatterns: ReadonlyArray<string> = []

const namingOf = ({ notPrincipal, principal }: Statement, { caller, dialect }: EvaluatedRequest): Naming => {
  if (principal === null && notPrincipal === null) return "no"
  if (notPrincipal !== null && namesCaller(notPrincipal, caller, dialect) !== "no") return "no"
  return principal === null ? "directly" : namesCaller(principal, caller, dialect)
}

/** RGW parses NotAction but never matches it (ceph 66099); beside Action it excludes actions. */
const aboutAction = ({ actions, notActions }: Statement, { action, dialect }: EvaluatedRequest): boolean => {
  const named = (patterns: ReadonlyArray<string>) => actionPatterns(patterns, dialect).some((fits) => fits(action))
  if (dialect === "rgw") return named(actions ?? noPatterns) && !named(notActions ?? noPatterns)
  return actions !== null ? named(actions) : notActions !== null && !named(notActions)
}

const aboutResource = (
  { notResources, resources }: Statement,
  { context, dialect }: EvaluatedRequest,
  arn: ParsedArn | null
): boolean => {
  const named = (patterns: ReadonlyArray<string>) =>
    resourcePatterns(patterns, dialect).some(({ fits, variable }) =>
      variable === null
        ? fits(arn)
        : withVariables(variable, context, dialect).some((one) => resourcePattern(one, dialect)(arn))
    )
  // RGW treats an empty list as absent
  if (resources !== null && resources.length > 0) return named(resources)
  return notResources !== null && notResources.length > 0 && !named(notResources)
}
