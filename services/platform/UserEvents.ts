import type { OwnEvent } from "#domain/platform/OwnEvent.ts"
import { Context } from "effect"

/** Event for one user. `id` increases; all receivers of the same event share one value. */
export type UserEvent = OwnEvent & { readonly id: string }

/** Live events for one user: unread notifications and changes of their rights. */
export class UserEvents extends Context.Service<
  UserEvents,
  {
    /** Delivers the current state first, then every possible change. Returns the function that stops it. */
    readonly follow: (userId: number, deliver: (news: ReadonlyArray<UserEvent>) => void) => () => void
  }
>()("stowage/services/platform/UserEvents") {}
