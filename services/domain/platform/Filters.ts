import { Schema, SchemaTransformation } from "effect"

const list = SchemaTransformation.transform({
  decode: (text: string): ReadonlyArray<string> => text.split(","),
  encode: (values: ReadonlyArray<string>) => values.join(",")
})

/** Comma-separated, e.g. `role=ui_user,ui_admin`. */
export const commaSeparated = <const Words extends ReadonlyArray<string>>(words: Words) => {
  const any = words.join("|")
  const spelled = Schema.String.check(
    Schema.isMaxCodePoints(500),
    Schema.isPattern(new RegExp(`^(${any})(,(${any}))*$`, "u"))
  )
  return spelled.pipe(
    Schema.decodeTo(Schema.Array(Schema.Literals<Words>(words)), list as never)
  ) as unknown as Schema.Codec<ReadonlyArray<Words[number]>, string>
}

/** Fits both PostgreSQL's `bigint` and a JavaScript number. */
const amount = Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })))

/** Both inclusive. Rows with an unknown value never match. */
export const rangeQuery = <const Name extends string>(name: Name) =>
  ({ [`${name}_min`]: amount, [`${name}_max`]: amount }) as {
    readonly [Key in `${Name}_min` | `${Name}_max`]: typeof amount
  }

/** UTC date or timestamp, limited to years that PostgreSQL and JavaScript both support. */
export const timeQuery = Schema.optionalKey(
  Schema.String.check(Schema.isPattern(/^(19|20|21)\d{2}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/u)).pipe(
    Schema.decodeTo(Schema.DateTimeUtcFromString)
  )
)

/** `_after` is inclusive, `_before` exclusive. */
export const periodQuery = <const Name extends string>(name: Name) =>
  ({ [`${name}_after`]: timeQuery, [`${name}_before`]: timeQuery }) as {
    readonly [Key in `${Name}_after` | `${Name}_before`]: typeof timeQuery
  }
