import { Schema } from "effect"

/** Of a stream of readings: what could not be read before is asked for once more, at once. */
export const againQuery = { again: Schema.optionalKey(Schema.Literals(["true", "false"])) }
