import { Schema } from "effect"

/** A command ends with exit code 1. Each line of `message` is for the operator; without any, everything has been said. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}
