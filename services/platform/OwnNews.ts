import type { OwnEvent } from "#domain/platform/OwnEvent.ts"
import { Context } from "effect"

/** Event for one user. `id` increases; all receivers of the same event share one value. */
export type OwnNewsItem = OwnEvent & { readonly id: string }

/** Live events for one user: unread notifications and changes of their rights. */
export class OwnNews extends Context.Service<OwnNews, {
  /** Delivers the current state first, then every possible change. Returns the function that stops it. */
  readonly follow: (userId: number, deliver: (news: ReadonlyArray<OwnNewsItem>) => void) => () => void
}>()("stowage/services/platform/OwnNews") {}
