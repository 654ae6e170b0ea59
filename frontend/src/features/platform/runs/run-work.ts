import type { Frame } from "~/client/contract"
import { asProblem, isAbort, reasonOf } from "~/client/problem-error"
import { begin, isFollowed, type Report, type Source } from "~/components/operations/engine"
import type { OperationKind, Wish, Words } from "~/components/operations/operation"
import type { Event } from "~/components/operations/reduce"
import type { Outcome } from "~/components/operations/settled"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { isOver, type Item, type Run, RUN_STATES, wordsOf } from "./run"

/** The item of the dock that a step of a run is; never the key of an object. */
export const idOfStep = ({ ordinal }: Pick<Item, "ordinal">): string => `#${ordinal}`

const eventOf = (item: Item): Event | null => {
  const id = idOfStep(item)
  switch (item.state) {
    case "running": return { type: "begun", id }
    case "completed": return { type: "done", id }
    case "failed": return { type: "failed", id, reason: item.problem?.detail ?? "" }
    case "skipped":
    case "canceled": return { type: "cancelled", id }
    default: return null
  }
}

const stepsOf = (items: ReadonlyArray<Item>): ReadonlyArray<Event> => items.flatMap((item) => eventOf(item) ?? [])

interface ItemPage {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

/** Where a run is read and asked something: the administrators' own, or those of a context. */
export interface RunRoutes {
  /** The execution context whose run it is; null: the administrators' own. */
  readonly contextId: string | null
  /** A run of the Browser. */
  readonly objects?: true
  readonly items: (cursor: { readonly cursor?: string; readonly limit: number }) => Promise<ItemPage>
  readonly follow: (signal: AbortSignal, onFrame: (frame: RunFrame) => void) => Promise<void>
  readonly ask: (wish: Wish) => Promise<Pick<Run, "state" | "wishes" | "progress">>
}

export type RunFrame = Frame<"GET /api/admin/work/:run_id/stream">

/** All steps of a run. */
export const allItems = async (routes: Pick<RunRoutes, "items">): Promise<ReadonlyArray<Item>> => {
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

/** Hears how a run stands until it has ended. */
export const followRun = async (routes: Pick<RunRoutes, "follow">, heard: (frame: Exclude<RunFrame, { readonly event: "done" }>) => void): Promise<void> => {
  const following = new AbortController()
  await routes.follow(following.signal, (frame) => {
    if (frame.event === "done") following.abort()
    else heard(frame)
  }).catch((cause: unknown) => { if (!isAbort(cause)) throw cause })
}

/** What becomes of single things, where a run's steps are lots of them: told once the run is over, all at once. */
export interface Lots {
  /** What to tell of each step when it is over. */
  readonly tell: (items: ReadonlyArray<Item>) => ReadonlyArray<Event>
  /** Tries some of them again, by another run, and tells what came of it; `followed` shows how that one stands until it is over. */
  readonly retry?: (ids: ReadonlyArray<string>, report: Report, followed: (run: Run) => Promise<RunRoutes>) => Promise<void>
}

/** How a run that is over can be undone, where that can be asked of it here. */
export type Undoing = (run: number) => Promise<{ readonly well: boolean; readonly offered: boolean; readonly why: string }>

/** A run of the service as a source of progress: the service goes on without this page, which only follows. */
const runWork = (begun: Run, routesOf: (id: number) => RunRoutes, lots: Lots | undefined, undoing: Undoing | undefined): Source => {
  let report: Report = () => undefined
  let routes = routesOf(begun.id)
  const told = (items: ReadonlyArray<Item>): ReadonlyArray<Event> => lots === undefined ? stepsOf(items) : stepsOf(items.filter(({ state }) => state === "running"))
  let current = begun.id
  const followed = () => followRun(routes, ({ data }) => {
    report(standOf(data.run), ...told(data.items))
    if (undoing !== undefined && isOver(data.run) && data.run.wishes.includes("undo")) report({ type: "undo", undo: "offered" })
  })
  return {
    interrupts: false,
    begin: (listener) => {
      report = listener
      report(standOf(begun))
      void (async () => {
        try {
          const items = await allItems(routes)
          report({ type: "added", items: items.map((item) => ({ id: idOfStep(item), name: visible(item.label), size: null })) }, { type: "gathered" }, ...told(items))
          await followed()
          const ended = await allItems(routes)
          report(...lots === undefined ? stepsOf(ended) : lots.tell(ended))
        } catch (cause) {
          report({ type: "broken", reason: asProblem(cause).message })
        }
      })()
    },
    ask: (wish) => {
      void routes.ask(wish).then((run) => report(standOf(run)), (cause: unknown) => report({ type: "refused", reason: reasonOf(cause) }))
    },
    ...(undoing === undefined ? {} : {
      undo: () => void undoing(current).then(
        ({ offered, well, why }) => report({ type: "undo", undo: well ? "undone" : offered ? "in part" : "none" }, { type: "refused", reason: why }),
        (cause: unknown) => report({ type: "undo", undo: "offered" }, { type: "refused", reason: reasonOf(cause) })
      )
    }),
    ...(lots?.retry === undefined ? {} : {
      retry: (ids: ReadonlyArray<string>) => void lots.retry?.(ids, report, async (run) => {
        routes = routesOf(run.id)
        current = run.id
        await followed()
        return routes
      }).catch((cause: unknown) => report(...ids.map((id) => ({ type: "failed" as const, id, reason: reasonOf(cause) }))))
    })
  }
}

/** How a run is shown, where it is more than its title and its kind say. */
export interface Shown {
  readonly kind?: OperationKind
  readonly words?: Words
  readonly target?: string
  readonly lots?: Lots
  readonly undoing?: Undoing
  readonly onEnd?: (outcome: Outcome) => void
}

/** Shows a run in the operations dock, wherever the person goes; once, however often it is asked for. */
export const showRun = (operations: Operations, run: Run, routesOf: (id: number) => RunRoutes, { kind = "job", lots, onEnd, target = run.title, undoing, words }: Shown = {}): void => {
  const { contextId, objects } = routesOf(run.id)
  const ref = { id: run.id, contextId, ...(objects === undefined ? {} : { objects }) }
  if (isFollowed(ref)) return
  begin(operations, {
    run: ref, kind, words: words ?? wordsOf(run), target, counts: "items", source: "service",
    work: runWork(run, routesOf, lots, undoing), ...(onEnd === undefined ? {} : { onEnd })
  })
}
