import { Schema } from "effect"

export interface StreamEvent<Name extends string, Data extends Schema.Top>
  extends Schema.Struct<{ readonly event: Schema.tag<Name>; readonly data: Data }> {}

export const streamEvent = <const Name extends string, Data extends Schema.Top>(
  event: Name,
  data: Data
): StreamEvent<Name, Data> => Schema.Struct({ event: Schema.tag(event), data })
