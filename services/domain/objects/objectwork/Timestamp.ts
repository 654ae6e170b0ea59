import { Schema } from "effect"
import { Text } from "../../platform/Text.ts"

export const Timestamp = Text(24)
  .check(Schema.isPattern(/^(19|20|21)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/u))
  .check(Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "Expected a date"))

/** Time of the plan: later writes are skipped and reported. Absent: no limit. */
export const plannedAtField = { planned_at: Schema.optionalKey(Timestamp) }
