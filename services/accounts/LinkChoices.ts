import type { LinkChoice, LinkChoiceSortKey } from "#domain/accounts/LinkChoice.ts"
import type { OffsetQuery, Page } from "#domain/platform/Paging.ts"
import { Context, type Effect } from "effect"

type Choose = (query: OffsetQuery<LinkChoiceSortKey>) => Effect.Effect<Page<LinkChoice>>

/** Link candidates by page and search, because full lists are megabytes. */
export class LinkChoices extends Context.Service<
  LinkChoices,
  {
    readonly account: Choose
    readonly s3_user: Choose
    readonly s3_connection: Choose
    readonly group: Choose
    readonly user: Choose
  }
>()("stowage/services/accounts/LinkChoices") {}
