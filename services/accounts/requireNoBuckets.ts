import { Effect } from "effect"
import { Conflict } from "#domain/platform/errors/Errors.ts"

const MAX_NAMED_BUCKETS = 5

export const requireNoBuckets = (names: ReadonlyArray<string>, thing: string): Effect.Effect<void, Conflict> => {
  const [first, ...others] = [...names].sort()
  if (first === undefined) return Effect.void
  const more = names.length - MAX_NAMED_BUCKETS
  const list = [first, ...others].slice(0, MAX_NAMED_BUCKETS).join(", ")
  return Effect.fail(
    new Conflict({
      code: "bucket_not_empty",
      detail:
        `This ${thing} still owns ${names.length === 1 ? "a bucket" : `${names.length} buckets`} on the gateway: ` +
        `${list}${more > 0 ? ` and ${more} more` : ""}. Delete them, or give them to somebody else, first`
    })
  )
}
