import { Schema } from "effect"

/** One kind of event of a stream: `{ event: "rows", data }`. */
export interface StreamEvent<Name extends string, Data extends Schema.Top>
  extends Schema.Struct<{ readonly event: Schema.tag<Name>; readonly data: Data }> {}

/**
 * Declares a kind of event. The events of a stream are one union of these in the domain: services hand them out as they
 * are, the contract makes its frames of them (http/api/eventFrame.ts), and the console's types are derived from those.
 */
export const streamEvent = <const Name extends string, Data extends Schema.Top>(event: Name, data: Data): StreamEvent<Name, Data> =>
  Schema.Struct({ event: Schema.tag(event), data })
