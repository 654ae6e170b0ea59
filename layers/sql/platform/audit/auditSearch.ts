import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { containing } from "../../../postgres/containing.ts"
import { makeRowReader } from "../../../postgres/makeRowReader.ts"
import { searched } from "./auditColumns.ts"

const MAX_CANDIDATES = 5_000

/** A word with a number, its neighbours (word boundaries are indexed), and at most one leading letter. */
const NUMBERED = /(?<=([^\p{L}\p{N}]|))(\p{L}?\p{N}[\p{L}\p{N}]*)(?=([^\p{L}\p{N}]|))/gu
const ADDRESSEE = /[^\s@]{3,}@/u
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").length

/** A number, or the name in an e-mail address: trigrams of common words cost most of the time. */
export const indexableSearchPart = (text: string): string | null => {
  const numbered = Array.from(text.matchAll(NUMBERED), (found) => found.slice(1).join("")).reduce(
    (longest, word) => (letters(word) > letters(longest) ? word : longest),
    ""
  )
  const part = letters(numbered) >= 4 ? numbered : (ADDRESSEE.exec(text)?.[0] ?? text)
  return part.length < text.length ? part : null
}

const Plan = Schema.Struct({
  "QUERY PLAN": Schema.NonEmptyArray(Schema.Struct({ Plan: Schema.Struct({ "Plan Rows": Schema.Finite }) }))
})
const planReader = makeRowReader("explain", Plan)

export const matchingEntities = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, text: string) {
  const part = indexableSearchPart(text)
  if (part === null) return text
  const {
    "QUERY PLAN": [
      {
        Plan: { "Plan Rows": rows }
      }
    ]
  } = yield* planReader.one(sql`
    explain (format json) select from audit_logs l where ${sql.literal(searched)} ilike ${containing(part)}`)
  return rows <= MAX_CANDIDATES ? part : text
})
