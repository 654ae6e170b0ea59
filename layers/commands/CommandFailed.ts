import { Schema } from "effect"

/** Ends the command with exit code 1. Each line of `message` is for the operator; it may be empty. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", { message: Schema.String }) {}
