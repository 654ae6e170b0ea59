import type { OwnEvent } from "#domain/platform/OwnEvent.ts"
import { Context } from "effect"

/** What somebody is told of their own, with a number that grows; the same value for all who are given the same. */
export type OwnNewsItem = OwnEvent & { readonly id: string }

/** What concerns one person alone, as it changes: how many notifications they have not read, and whether what they may do is another. */
export class OwnNews extends Context.Service<OwnNews, {
  /** The present state at once, then whatever may have become another. Answers how to stop. */
  readonly follow: (userId: number, deliver: (news: ReadonlyArray<OwnNewsItem>) => void) => () => void
}>()("stowage/services/platform/OwnNews") {}
