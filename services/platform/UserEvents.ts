import type { OwnEvent } from "#domain/platform/OwnEvent.ts"
import { Context } from "effect"

/** `id` increases; all receivers of the same event share one value. */
export type UserEvent = OwnEvent & { readonly id: string }

export class UserEvents extends Context.Service<
  UserEvents,
  {
    /** Delivers the current state first, then changes. Returns the function that stops it. */
    readonly follow: (userId: number, deliver: (news: ReadonlyArray<UserEvent>) => void) => () => void
  }
>()("stowage/services/platform/UserEvents") {}
