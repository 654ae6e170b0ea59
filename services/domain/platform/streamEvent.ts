import { Schema } from "effect"

export interface StreamEvent<Name extends string, Data extends Schema.Top>
  extends Schema.Struct<{ readonly event: Schema.tag<Name>; readonly data: Data }> {}

/**
 * Declares an event kind of a stream, `{ event, data }`. Services emit the union of these; the contract and the
 * console's types are derived from it.
 */
export const streamEvent = <const Name extends string, Data extends Schema.Top>(
  event: Name,
  data: Data
): StreamEvent<Name, Data> => Schema.Struct({ event: Schema.tag(event), data })
