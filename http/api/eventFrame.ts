import { Schema } from "effect"

/** One kind of server-sent event: its name, an increasing `id`, and JSON in `data`. */
export const eventFrame = <const Name extends string, S extends Schema.Top>(name: Name, data: S) =>
  Schema.Struct({ id: Schema.String, event: Schema.tag(name), data: Schema.fromJsonString(data) })
