import { Schema } from "effect"

/** Retries failed reads of a stream immediately. */
export const againQuery = { again: Schema.optionalKey(Schema.Literals(["true", "false"])) }
