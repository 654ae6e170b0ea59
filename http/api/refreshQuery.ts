import { Schema } from "effect"

export const refreshQuery = { again: Schema.optionalKey(Schema.Literals(["true", "false"])) }
