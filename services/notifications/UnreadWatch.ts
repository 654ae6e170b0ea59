import type { UnreadEvent } from "#domain/notifications/Notification.ts"
import { Context } from "effect"

/** A count with a number that grows; the same value for all who are given the same. */
export type UnreadNews = ReadonlyArray<UnreadEvent & { readonly id: string }>

/** How many notifications somebody has not read, as it changes. */
export class UnreadWatch extends Context.Service<UnreadWatch, {
  /** The count at once, then whenever it may be another. Answers how to stop. */
  readonly follow: (userId: number, deliver: (news: UnreadNews) => void) => () => void
}>()("stowage/services/notifications/UnreadWatch") {}
