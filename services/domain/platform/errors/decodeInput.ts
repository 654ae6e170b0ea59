import { Effect, Schema } from "effect"
import { InvalidInput } from "./Errors.ts"
import { inputIssues } from "./inputIssues.ts"

/** Characters of JSON; above, decoding stops at the first fault: collecting all costs more than a valid decode. */
const MAX_LENGTH_FOR_ALL_FAULTS = 50_000

/** Unknown fields are faults. Issue paths begin with `root`. */
export const decodeInput = <A, E>(
  schema: Schema.ConstraintCodec<A, E>,
  value: unknown,
  root: string
): Effect.Effect<A, InvalidInput> =>
  Effect.suspend(() => {
    const decode = (errors: "first" | "all") =>
      Schema.decodeUnknownEffect(schema)(value, { onExcessProperty: "error", errors }).pipe(
        Effect.mapError(({ issue }) => new InvalidInput({ issues: inputIssues(root, issue) }))
      )
    return decode((JSON.stringify(value) ?? "").length > MAX_LENGTH_FOR_ALL_FAULTS ? "first" : "all")
  })
