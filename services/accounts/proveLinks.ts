import type { Caller } from "#domain/access/Caller.ts"
import type { UserLink, UserLinkInput } from "#domain/accounts/StorageAccess.ts"
import type { Forbidden } from "#domain/errors/Errors.ts"
import { CurrentStepUp } from "#domain/passkeys/CurrentStepUp.ts"
import { Effect } from "effect"

/** Links in one spelling and order, whatever of them was left out. */
const normalised = (links: ReadonlyArray<UserLinkInput>): string =>
  JSON.stringify(links.map((link) =>
    [link.user_id, link.manager_role ?? null, link.portal_role ?? null, link.allow_manager_browser_data_access ?? false] as const
  ).sort(([one], [other]) => one - other))

/**
 * Who may act as what is said in a session, with fresh proof once it changes (rules 6 and 7). Whoever is no session, a token
 * above all, is asked as soon as links are sent, and refused. Runs before anything is changed, here or on the gateway.
 */
export const proveLinks = Effect.fnUntraced(function*(
  caller: Caller, sent: ReadonlyArray<UserLinkInput> | undefined, present: ReadonlyArray<UserLink>
): Effect.fn.Return<void, Forbidden> {
  if (sent === undefined) return
  if (caller._tag !== "Session" || normalised(sent) !== normalised(present)) yield* yield* CurrentStepUp
})
