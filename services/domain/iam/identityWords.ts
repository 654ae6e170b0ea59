import { conditionWords } from "../buckets/policies/conditionWords.ts"
import { arnParts } from "../buckets/policies/matchPattern.ts"
import type { Policy, PolicyDialect, Statement } from "../buckets/policies/Policy.ts"
import { actionWords } from "../buckets/policies/statementWords.ts"
import { wordList } from "../buckets/policies/wordList.ts"

const where = (resource: string): string => {
  if (resource === "*") return "everywhere"
  const path = arnParts(resource)?.[5] ?? resource
  const slash = path.indexOf("/")
  if (slash < 0) return `on ${path}`
  const [bucket, key] = [path.slice(0, slash), path.slice(slash + 1)]
  return key === "*" ? `in ${bucket}` : `in ${bucket} at ${key}`
}

const sentence = (statement: Statement, dialect: PolicyDialect): string => {
  const { conditions, effect, notResources, resources } = statement
  const places =
    resources !== null && resources.length > 0
      ? wordList([...new Set(resources.map(where))])
      : notResources !== null && notResources.length > 0
        ? `everywhere but ${wordList(notResources.map(where))}`
        : "nowhere (no Resource)"
  const when = conditions.map(conditionWords).join(" and ")
  return (
    `${effect === "Deny" ? "May not" : "May"} ${actionWords(statement, dialect)} ` +
    `${places}${when === "" ? "" : `, ${when}`}.`
  )
}

export const identityWords = (policy: Policy, dialect: PolicyDialect): ReadonlyArray<string> =>
  policy.statements.map((statement) => sentence(statement, dialect))
