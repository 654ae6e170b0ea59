import { Schema, SchemaTransformation } from "effect"
import type { CursorQuery } from "../../platform/Cursor.ts"
import type { FeatureName } from "./FeatureName.ts"

export interface ChangePosition {
  readonly at: number
}
export const ChangePosition = Schema.Tuple([Schema.NumberFromString.check(Schema.isInt(), Schema.isInt32())]).pipe(
  Schema.decodeTo(
    Schema.Struct({ at: Schema.Int }),
    SchemaTransformation.transform({
      decode: ([at]: readonly [number]) => ({ at }),
      encode: ({ at }: ChangePosition) => [at] as const
    })
  )
)

export interface ChangeQuery extends CursorQuery<ChangePosition> {
  readonly feature?: FeatureName
}
