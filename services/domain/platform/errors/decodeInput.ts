import { Effect, Schema } from "effect"
import { InvalidInput } from "./Errors.ts"
import { inputIssues } from "./inputIssues.ts"

/** Characters as JSON above which a value is refused for its first fault: collecting all of them costs more than decoding a valid value. */
const allFaultsBelow = 50_000

/** Decodes what people send as any JSON or text; unknown fields are faults. Paths of the issues begin with `root`. */
export const decodeInput = <A, E>(schema: Schema.ConstraintCodec<A, E>, value: unknown, root: string): Effect.Effect<A, InvalidInput> => Effect.suspend(() => {
  const decode = (errors: "first" | "all") => Schema.decodeUnknownEffect(schema)(value, { onExcessProperty: "error", errors }).pipe(
    Effect.mapError(({ issue }) => new InvalidInput({ issues: inputIssues(root, issue) })))
  return decode((JSON.stringify(value) ?? "").length > allFaultsBelow ? "first" : "all")
})
