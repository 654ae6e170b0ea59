import { Schema, SchemaAST, Struct } from "effect"
import type { StreamEvent } from "#domain/platform/streamEvent.ts"

export interface EventFrame<Name extends string, Data extends Schema.Top>
  extends Schema.Struct<{
    readonly id: typeof Schema.String
    readonly event: Schema.tag<Name>
    readonly data: Schema.fromJsonString<Data>
  }> {}

interface EventFrameOf extends Struct.Lambda {
  <Name extends string, Data extends Schema.Top>(event: StreamEvent<Name, Data>): EventFrame<Name, Data>
  readonly "~lambda.out": this["~lambda.in"] extends StreamEvent<infer Name, infer Data>
    ? EventFrame<Name, Data>
    : never
}

export const eventFrame = Struct.lambda<EventFrameOf>(({ fields: { data, event } }) =>
  Schema.Struct({ id: Schema.String, event, data: Schema.fromJsonString(data) }).annotate({
    identifier: `${SchemaAST.resolveIdentifier(data.ast) ?? "Event"}Frame`
  })
)
