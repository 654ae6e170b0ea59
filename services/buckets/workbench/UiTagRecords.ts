import { Context, type Effect } from "effect"
import type { AssignUiTags, EditUiTag, UiTag } from "#domain/buckets/workbench/UiTag.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"
import type { Conflict, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"

export class UiTagRecords extends Context.Service<
  UiTagRecords,
  {
    readonly list: (scope: WorkbenchScope) => Effect.Effect<ReadonlyArray<UiTag>>
    /** Assigns to physical buckets, so that every row of a bucket shows the tag. */
    readonly assign: (
      scope: WorkbenchScope,
      change: AssignUiTags
    ) => Effect.Effect<void, InvalidInput | NotFound | Conflict>
    readonly edit: (scope: WorkbenchScope, id: number, change: EditUiTag) => Effect.Effect<UiTag, NotFound | Conflict>
    readonly remove: (scope: WorkbenchScope, id: number) => Effect.Effect<void, NotFound>
  }
>()("stowage/services/buckets/workbench/UiTagRecords") {}
