import { type DateTime, Schema, SchemaTransformation } from "effect"

export interface SessionPosition {
  readonly createdAt: DateTime.Utc
  readonly id: string
}

const Parts = Schema.Tuple([Schema.DateTimeUtcFromString, Schema.String.check(Schema.isUUID())])

export const SessionPosition = Parts.pipe(
  Schema.decodeTo(
    Schema.Struct({ createdAt: Schema.DateTimeUtc, id: Schema.String }),
    SchemaTransformation.transform({
      decode: ([createdAt, id]) => ({ createdAt, id }),
      encode: ({ createdAt, id }) => [createdAt, id] as const
    })
  )
)
