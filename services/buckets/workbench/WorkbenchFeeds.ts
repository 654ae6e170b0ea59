import { Context } from "effect"
import type { WorkbenchRequest } from "#domain/buckets/workbench/WorkbenchRequest.ts"
import type { WorkbenchScope } from "#domain/buckets/workbench/WorkbenchScope.ts"

/** `text`: JSON, encoded once for all readers. */
export interface WorkbenchMessage {
  readonly id: string
  readonly event: "result" | "progress" | "rows" | "done"
  readonly text: string
}

export class WorkbenchFeeds extends Context.Service<
  WorkbenchFeeds,
  {
    /** Delivers the page, then its changes. Returns the function that stops it; `deliver` must not throw. */
    readonly follow: (
      scope: WorkbenchScope,
      request: WorkbenchRequest,
      deliver: (messages: ReadonlyArray<WorkbenchMessage>) => void
    ) => () => void
  }
>()("stowage/services/buckets/workbench/WorkbenchFeeds") {}
