import { Schema } from "effect"

export const againQuery = { again: Schema.optionalKey(Schema.Literals(["true", "false"])) }
