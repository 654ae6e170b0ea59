import type { LinkChoice, LinkChoiceSortKey } from "#domain/accounts/LinkChoice.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import { Context, type Effect } from "effect"

type Choose = (query: OffsetQuery<LinkChoiceSortKey>) => Effect.Effect<Page<LinkChoice>>

/**
 * What there is to link, a page at a time and by search. Whole lists of thousands with all their links are megabytes that a chooser
 * shows thirty names of.
 */
export class LinkChoices extends Context.Service<LinkChoices, {
  readonly account: Choose
  readonly s3_user: Choose
  /** Shared ones alone. */
  readonly s3_connection: Choose
  readonly group: Choose
  readonly user: Choose
}>()("stowage/services/accounts/LinkChoices") {}
