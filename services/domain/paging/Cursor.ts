import { Effect, Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { InvalidInput } from "../errors/Errors.ts"
import { Text } from "../text/Text.ts"

/** Cursor paging as every listing of events takes it. */
export const cursorQuery = {
  limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 500 }))),
  cursor: Schema.optionalKey(Text(500))
}

export const defaultCursorLimit = 100

/** `{items, next_cursor}`; null at the end. */
export const cursorPageOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({ items: Schema.Array(item), next_cursor: Schema.NullOr(Schema.String) })

export interface CursorPage<A> {
  readonly items: ReadonlyArray<A>
  readonly next_cursor: string | null
}

/** Text for clients to hand back, which they are not to read. */
export const encodeCursor = (parts: ReadonlyArray<string>): string => Base64Url.encode(JSON.stringify(parts))

const Parts = Schema.fromJsonString(Schema.Array(Text(500)))

/** The parts of a cursor of ours; anything else is 422. */
export const decodeCursor = (cursor: string): Effect.Effect<ReadonlyArray<string>, InvalidInput> => {
  const text = Result.getOrElse(Base64Url.decodeString(cursor), () => "")
  return Schema.decodeEffect(Parts)(text).pipe(Effect.mapError(() => InvalidInput.at("query.cursor", "This cursor is not one of ours")))
}

/** One page of a query that was asked for one row more than the page has. */
export const cutPage = <A>(rows: ReadonlyArray<A>, limit: number, positionOf: (row: A) => ReadonlyArray<string>): CursorPage<A> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last !== undefined ? encodeCursor(positionOf(last)) : null }
}
