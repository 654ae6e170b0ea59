import type { Caller } from "#domain/platform/access/Caller.ts"
import { rolesOf } from "#domain/identity/Links.ts"
import type { Forbidden } from "#domain/platform/errors/Errors.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import { Effect } from "effect"
import type { Registration, SentLinks } from "./Registrations.ts"

const normalised = <Link extends Parameters<typeof rolesOf>[0]>(
  links: ReadonlyArray<Link>,
  idOf: (link: Link) => number
): string =>
  JSON.stringify(links.map((link) => ({ id: idOf(link), ...rolesOf(link) })).sort((one, other) => one.id - other.id))

const changed = (
  { group_links, user_links }: SentLinks,
  present: Pick<Registration, "group_links" | "user_links">
): boolean =>
  (user_links !== undefined &&
    normalised(user_links, (link) => link.user_id) !== normalised(present.user_links, (link) => link.user_id)) ||
  (group_links !== undefined &&
    normalised(group_links, (link) => link.group_id) !== normalised(present.group_links, (link) => link.group_id))

const noLinks = { user_links: [], group_links: [] }

/** Link changes require fresh proof (rules 6 and 7); callers without a session are refused. Call before any change. */
export const requireStepUpForLinks = Effect.fnUntraced(function* (
  caller: Caller,
  sent: SentLinks,
  present: Pick<Registration, "group_links" | "user_links"> = noLinks
): Effect.fn.Return<void, Forbidden> {
  if (sent.user_links === undefined && sent.group_links === undefined) return
  if (caller._tag !== "Session" || changed(sent, present)) yield* yield* CurrentStepUp
})

/** Unlinking requires step-up, and so does deleting with links. Call before any change. */
export const proveUnlinking = Effect.fnUntraced(function* ({
  group_links,
  user_links
}: Pick<Registration, "group_links" | "user_links">): Effect.fn.Return<void, Forbidden> {
  if (user_links.length + group_links.length > 0) yield* yield* CurrentStepUp
})
