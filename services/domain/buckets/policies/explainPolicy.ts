import { Schema } from "effect"
import { conditionWords } from "./conditionWords.ts"
import { type Policy, type PolicyDialect, PolicyPlace, type Statement } from "./Policy.ts"
import { principalWords } from "./principalWords.ts"
import { actionWords, resourceWords } from "./statementWords.ts"
import { allowedPrincipals } from "./allowedPrincipals.ts"

export const StatementWords = Schema.Struct({
  index: Schema.Int,
  sid: Schema.NullOr(Schema.String),
  effect: Schema.Literals(["Allow", "Deny"]),
  words: Schema.String,
  place: PolicyPlace
}).annotate({ identifier: "StatementWords" })

export const PolicyWords = Schema.Struct({
  statements: Schema.Array(StatementWords),
  together: Schema.Array(Schema.String)
}).annotate({ identifier: "PolicyWords" })
export type PolicyWords = typeof PolicyWords.Type

export const explainPolicy = (
  policy: Policy,
  { bucket, dialect, owner }: { readonly bucket: string; readonly owner: string; readonly dialect: PolicyDialect }
): PolicyWords => ({
  statements: policy.statements.map((statement) => ({
    index: statement.index,
    sid: statement.sid,
    effect: statement.effect,
    words: wordsOf(statement, bucket, dialect),
    place: statement.place
  })),
  together: allowedPrincipals(policy, { bucket, dialect, owner })
})

const wordsOf = (statement: Statement, bucket: string, dialect: PolicyDialect): string => {
  const denies = statement.effect === "Deny"
  const everybody = denies && statement.principal?.anyone === true && statement.notPrincipal === null
  const who = everybody ? "Nobody" : principalWords(statement, dialect)
  const what = actionWords(statement, dialect)
  const where = resourceWords(statement, bucket)
  const when = statement.conditions.map(conditionWords).join(" and ")
  return (
    `${who} ${denies && !everybody ? "may not" : "may"} ` +
    `${what}${where === "" ? "" : ` ${where}`}${when === "" ? "" : `, ${when}`}.`
  )
}
