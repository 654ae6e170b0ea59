import { Effect, Option, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import type { RunAction, WorkPlace } from "#domain/platform/work/runState.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { WorkspaceId } from "#domain/platform/access/workspaces.ts"
import type { CursorPage } from "#domain/platform/Cursor.ts"
import type { WorkItem } from "#domain/platform/work/WorkRun.ts"
import { failOnRevocation, interruptOnRevocation } from "./streamRights.ts"
import { respondWorkReport } from "./workReport.ts"
import type { WorkItemQuery, WorkRunQuery } from "#services/platform/work/WorkRecords.ts"

interface OfRun {
  readonly params: { readonly run_id: number }
}

const versionOf = (id: string | undefined) => (id !== undefined && /^\d{1,10}$/.test(id) ? Number(id) : null)

const REPORT_PAGE_SIZE = 500

const nextPosition = ({ items, next_cursor }: CursorPage<WorkItem>): Option.Option<number> =>
  next_cursor === null ? Option.none() : Option.fromNullishOr(items.at(-1)?.ordinal)

interface OfReport extends OfRun {
  readonly query: { readonly context_id?: string; readonly format?: "csv" | "json" }
}

interface OfStream extends OfRun {
  readonly query: { readonly context_id?: string }
}

export const workOf = Effect.fnUntraced(function* <R>(
  workspace: WorkspaceId,
  place: Effect.Effect<WorkPlace, never, R>
) {
  const work = yield* Work
  const ask =
    (action: RunAction) =>
    ({ params }: OfRun) =>
      Effect.gen(function* () {
        return yield* work.ask(yield* CurrentCaller, yield* place, params.run_id, action)
      })
  return {
    list: ({ query }: { readonly query: WorkRunQuery }) => Effect.flatMap(place, (whose) => work.page(whose, query)),
    get: ({ params }: OfRun) => Effect.flatMap(place, (whose) => work.find(whose, params.run_id)),
    items: ({ params, query }: OfRun & { readonly query: WorkItemQuery }) =>
      Effect.flatMap(place, (whose) => work.items(whose, params.run_id, query)),
    stream: Effect.fn("work.stream")(function* ({ params, query }: OfStream) {
      const after = versionOf((yield* HttpServerRequest.HttpServerRequest).headers["last-event-id"])
      const events = yield* work.follow(yield* place, params.run_id, after)
      return events.pipe(yield* interruptOnRevocation(workspace, query.context_id))
    }),
    report: Effect.fn("work.report")(function* ({ params, query }: OfReport) {
      const owner = yield* place
      const run = yield* work.find(owner, params.run_id)
      const items = Stream.paginate(0, (at) =>
        Effect.map(
          work.items(owner, run.id, { limit: REPORT_PAGE_SIZE, cursor: { at } }),
          (page) => [[page.items], nextPosition(page)] as const
        )
      )
      const cut = yield* failOnRevocation(workspace, query.context_id)
      return respondWorkReport(run, cut(items), query.format ?? "csv")
    }),
    pause: ask("pause"),
    resume: ask("resume"),
    stop: ask("stop"),
    undo: ask("undo")
  }
})
