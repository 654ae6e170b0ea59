import { call } from "~/client/call"
import { asProblem, isAbort, reasonOf } from "~/client/problem-error"
import { follow } from "~/client/sse"
import { begin, type Report, type Source } from "~/components/operations/engine"
import type { Frame } from "~/client/contract"
import type { Wish } from "~/components/operations/operation"
import type { Outcome } from "~/components/operations/settled"
import type { Event } from "~/components/operations/reduce"
import type { Operations } from "~/lib/operations"
import { isOver, type Item, type Run, RUN_STATES, WORDS } from "./rotation"

const eventOf = ({ ordinal, problem, state }: Item): Event | null => {
  const id = String(ordinal)
  switch (state) {
    case "running": return { type: "begun", id }
    case "completed": return { type: "done", id }
    case "failed": return { type: "failed", id, reason: problem?.detail ?? "" }
    case "skipped":
    case "canceled": return { type: "cancelled", id }
    default: return null
  }
}

const told = (items: ReadonlyArray<Item>): ReadonlyArray<Event> => items.flatMap((item) => eventOf(item) ?? [])

interface ItemPage {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

/** Where a run is read and asked something: the administrators' own, or those of a context. */
export interface RunRoutes {
  readonly items: (cursor: { readonly cursor?: string; readonly limit: number }) => Promise<ItemPage>
  readonly follow: (signal: AbortSignal, onFrame: (frame: RunFrame) => void) => Promise<void>
  readonly ask: (wish: Wish) => Promise<Pick<Run, "state" | "wishes" | "progress">>
}

export type RunFrame = Frame<"GET /api/admin/work/:run_id/stream">

const allItems = async (routes: RunRoutes): Promise<ReadonlyArray<Item>> => {
  const items: Array<Item> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: ItemPage = await routes.items({ limit: 500, ...(cursor === "" ? {} : { cursor }) })
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

/** What the dock offers of a run, and what it says of one that does not simply run; to undo one is asked on its own page. */
const standOf = (run: Pick<Run, "state" | "wishes" | "progress">): Event => ({
  type: "stands", progress: run.progress, wishes: run.wishes.filter((wish) => wish !== "undo"), standing: run.state === "running" || isOver(run) ? "" : RUN_STATES[run.state].text
})

const granting = {
  pause: "POST /api/admin/work/:run_id/pause", resume: "POST /api/admin/work/:run_id/resume", stop: "POST /api/admin/work/:run_id/stop"
} as const satisfies Record<Wish, string>

const ofAdministrators = (id: number): RunRoutes => {
  const params = { run_id: id }
  return {
    items: (query) => call("GET /api/admin/work/:run_id/items", { params, query }),
    follow: (signal, onFrame) => follow("GET /api/admin/work/:run_id/stream", { params, signal }, { onFrame }),
    ask: (wish) => call(granting[wish], { params })
  }
}

/** A run of the service as a source of progress: the service goes on without this page, which only follows. */
const runWork = (begun: Run, routes: RunRoutes): Source => {
  let report: Report = () => undefined
  const failed = (cause: unknown) => { if (!isAbort(cause)) report({ type: "broken", reason: asProblem(cause).message }) }
  return {
    interrupts: false,
    begin: (listener) => {
      report = listener
      report(standOf(begun))
      const following = new AbortController()
      void (async () => {
        try {
          report({ type: "added", items: (await allItems(routes)).map(({ label, ordinal }) => ({ id: String(ordinal), name: label, size: null })) }, { type: "gathered" })
          report(...told(await allItems(routes)))
          await routes.follow(following.signal, (frame) => {
            if (frame.event === "done") {
              following.abort()
              void allItems(routes).then((items) => report(...told(items))).catch(failed)
            } else report(standOf(frame.data.run), ...told(frame.data.items))
          })
        } catch (cause) {
          failed(cause)
        }
      })()
    },
    ask: (wish) => {
      void routes.ask(wish).then((run) => report(standOf(run)), (cause: unknown) => report({ type: "refused", reason: reasonOf(cause) }))
    }
  }
}

/** Shows a run in the operations dock, wherever the person goes. */
export const showRun = (operations: Operations, run: Run, routes: RunRoutes = ofAdministrators(run.id), onEnd?: (outcome: Outcome) => void): void => {
  begin(operations, {
    kind: "job", words: WORDS[run.kind as keyof typeof WORDS] ?? WORDS.key_rotation, target: run.title, counts: "items", source: "service",
    work: runWork(run, routes), ...(onEnd === undefined ? {} : { onEnd })
  })
}
