import { Schema } from "effect"
import { Text } from "../../platform/Text.ts"

/** A moment in UTC, to the millisecond or less. */
export const Moment = Text(24).check(Schema.isPattern(/^(19|20|21)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/u))
  .check(Schema.makeFilter((text: string) => !Number.isNaN(Date.parse(text)) || "Expected a date"))

/** Of a plan: what was written since is left alone, and named in the report. Without it, whatever is there is meant. Field of a request. */
export const plannedAt = { planned_at: Schema.optionalKey(Moment) }
