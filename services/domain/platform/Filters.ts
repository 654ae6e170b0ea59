import { Schema, SchemaTransformation } from "effect"

/** Several values of one filter stand in one parameter, with commas between. */
const list = SchemaTransformation.transform({
  decode: (text: string): ReadonlyArray<string> => text.split(","),
  encode: (values: ReadonlyArray<string>) => values.join(",")
})

/** Any of a few known words: `role=ui_user,ui_admin`. A word that is none of them is refused, as is an empty one. */
export const someOf = <const Words extends ReadonlyArray<string>>(words: Words) => {
  const any = words.join("|")
  const spelled = Schema.String.check(Schema.isMaxCodePoints(500), Schema.isPattern(new RegExp(`^(${any})(,(${any}))*$`, "u")))
  return spelled.pipe(Schema.decodeTo(Schema.Array(Schema.Literals<Words>(words)), list as never)) as unknown as Schema.Codec<ReadonlyArray<Words[number]>, string>
}

/** A whole number that a `bigint` holds, and a number of JavaScript exactly. */
const amount = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })))

/** Rows whose number is within bounds, both included. What is not known is in no range. */
export const rangeQuery = <const Name extends string>(name: Name) =>
  ({ [`${name}_min`]: amount, [`${name}_max`]: amount }) as { readonly [Key in `${Name}_min` | `${Name}_max`]: typeof amount }

/** A moment as an address spells it, in UTC and in years that every part can tell: `2026-11-21`, `2026-11-21T22:00:00Z`. */
const moment = Schema.optionalKey(
  Schema.String.check(Schema.isPattern(/^(19|20|21)\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/u)).pipe(Schema.decodeTo(Schema.DateTimeUtcFromString))
)

/** Rows of a time: from `after`, which is included, until `before`, which is not. */
export const periodQuery = <const Name extends string>(name: Name) =>
  ({ [`${name}_after`]: moment, [`${name}_before`]: moment }) as { readonly [Key in `${Name}_after` | `${Name}_before`]: typeof moment }
