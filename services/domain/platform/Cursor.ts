import { Effect, Option, Result, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Base64Url } from "effect/encoding"
import { Text } from "./Text.ts"

type PositionSchema<Position> = Schema.Codec<Position, ReadonlyArray<string>>

const Parts = Schema.fromJsonString(Schema.Array(Text(500)))

export const encodeCursor = (parts: ReadonlyArray<string>): string => Base64Url.encode(JSON.stringify(parts))

const cursorCodec = SchemaTransformation.transformEffect({
  decode: (cursor: string) => {
    const parts = Option.flatMap(Result.getSuccess(Base64Url.decodeString(cursor)), Schema.decodeOption(Parts))
    return Effect.mapError(
      Effect.fromOption(parts),
      () => new SchemaIssue.InvalidValue({ message: "This cursor is not one of ours" })
    )
  },
  encode: (parts: ReadonlyArray<string>) => Effect.succeed(encodeCursor(parts))
})

export const cursorField = <Position>(position: PositionSchema<Position>) =>
  Text(500).pipe(Schema.decodeTo(position, cursorCodec))

export const cursorQuery = <Position>(position: PositionSchema<Position>) => ({
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 500 }))),
  cursor: Schema.optionalKey(cursorField(position))
})

export interface CursorQuery<Position> {
  readonly limit?: number
  readonly cursor?: Position
}

const defaultCursorLimit = 100

export const cursorLimit = ({ limit = defaultCursorLimit }: CursorQuery<unknown>): number => limit

export const cursorPageOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({ items: Schema.Array(item), next_cursor: Schema.NullOr(Schema.String) })

export interface CursorPage<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** Expects `limit + 1` rows: the extra row only shows that another page exists. */
export const cutPage = <A, Position>(
  rows: ReadonlyArray<A>,
  query: CursorQuery<Position>,
  position: PositionSchema<Position>,
  positionOf: (row: A) => Position
): CursorPage<A> => {
  const limit = cursorLimit(query)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, next_cursor: more ? encodeCursor(Schema.encodeSync(position)(positionOf(last))) : null }
}
