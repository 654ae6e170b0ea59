import { Effect } from "effect"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import type { StoredKeys } from "./StoredKeys.ts"

/** They could not be cleaned up without the account's key. */
export const requireNoPrivateAccess = (
  storedKeys: StoredKeys["Service"],
  accountId: number
): Effect.Effect<void, Conflict> =>
  Effect.flatMap(storedKeys.privateAccesses(accountId), (count) =>
    count === 0
      ? Effect.void
      : Effect.fail(
          new Conflict({
            code: "state_conflict",
            detail:
              `${count === 1 ? "One person has" : `${count} people have`} private access to this account: end it ` +
              "in Manager first, and wait until the gateway has confirmed it"
          })
        )
  )
