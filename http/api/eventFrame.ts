import { Schema, SchemaAST } from "effect"

/**
 * One kind of server-sent event: its name, an increasing `id`, and JSON in `data`. In the OpenAPI document it is called
 * after its data, e.g. `BucketPageFrame`.
 */
export const eventFrame = <const Name extends string, S extends Schema.Top>(name: Name, data: S) =>
  Schema.Struct({ id: Schema.String, event: Schema.tag(name), data: Schema.fromJsonString(data) })
    .annotate({ identifier: `${SchemaAST.resolveIdentifier(data.ast) ?? name}Frame` })
