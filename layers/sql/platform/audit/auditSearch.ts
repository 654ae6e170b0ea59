import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { containing } from "../../../postgres/containing.ts"
import { rowsOf } from "../../../postgres/rowsOf.ts"
import { searched } from "./auditColumns.ts"

/** Entries that a part of a text may stand in, to be looked up by it: each is then looked at whole, which takes some microseconds. */
const few = 5_000

/** A word with a number in it, with what stands around it (that a word begins or ends there is looked up too), and no more of its letters than one. */
const NUMBERED = /(?<=([^\p{L}\p{N}]|))(\p{L}?\p{N}[\p{L}\p{N}]*)(?=([^\p{L}\p{N}]|))/gu
/** Who an e-mail address is of. */
const ADDRESSEE = /[^\s@]{3,}@/u
const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "").length

/**
 * The part of a searched text that tells most: a number, or the name in an e-mail address. Null: no part tells more than the whole.
 * The index is one of trigrams, and reads for every one of a text where it stands: those of words that all entries have (`bucket`,
 * `example.org`) take most of the time, and tell nothing.
 */
export const tellingPart = (text: string): string | null => {
  const numbered = Array.from(text.matchAll(NUMBERED), (found) => found.slice(1).join("")).reduce((longest, word) => letters(word) > letters(longest) ? word : longest, "")
  const part = letters(numbered) >= 4 ? numbered : ADDRESSEE.exec(text)?.[0] ?? text
  return part.length < text.length ? part : null
}

const Plan = Schema.Struct({ "QUERY PLAN": Schema.NonEmptyArray(Schema.Struct({ Plan: Schema.Struct({ "Plan Rows": Schema.Finite }) })) })
const plans = rowsOf("explain", Plan)

/** By what a text is looked up: by its telling part where PostgreSQL's sample of the entries says that few have that, else by the whole. */
export const lookedUpBy = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, text: string) {
  const part = tellingPart(text)
  if (part === null) return text
  const { "QUERY PLAN": [{ Plan: { "Plan Rows": rows } }] } = yield* plans.one(sql`
    explain (format json) select from audit_logs l where ${sql.literal(searched)} ilike ${containing(part)}`)
  return rows <= few ? part : text
})
