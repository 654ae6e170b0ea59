import type { Frame } from "~/client/contract"
import { asProblem, isAbort, problemText } from "~/client/problem-error"
import { begin, isFollowed, type Report, type OperationSource } from "~/components/operations/engine"
import type { OperationKind, RunAction, RunPlace, Words } from "~/components/operations/operation"
import type { Event } from "~/components/operations/reduce"
import type { Outcome } from "~/components/operations/final-outcome"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { isRunEnded, type Item, type Run, RUN_STATES, runWords } from "./run"

/** Never equal to an object key. */
export const idOfStep = ({ ordinal }: Pick<Item, "ordinal">): string => `#${ordinal}`

const eventOf = (item: Item): Event | null => {
  const id = idOfStep(item)
  switch (item.state) {
    case "running":
      return { type: "begun", id }
    case "completed":
      return { type: "done", id }
    case "failed":
      return { type: "failed", id, reason: item.problem?.detail ?? "" }
    case "skipped":
    case "canceled":
      return { type: "cancelled", id }
    default:
      return null
  }
}

const stepsOf = (items: ReadonlyArray<Item>): ReadonlyArray<Event> => items.flatMap((item) => eventOf(item) ?? [])

interface ItemPage {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

export interface RunRoutes {
  readonly place: RunPlace
  readonly items: (cursor: { readonly cursor?: string; readonly limit: number }) => Promise<ItemPage>
  readonly follow: (signal: AbortSignal, onFrame: (frame: RunFrame) => void) => Promise<void>
  readonly ask: (action: RunAction) => Promise<Pick<Run, "state" | "wishes" | "progress">>
}

export type RunFrame = Frame<"GET /api/admin/work/:run_id/stream">

export const allItems = async (routes: Pick<RunRoutes, "items">): Promise<ReadonlyArray<Item>> => {
  const items: Array<Item> = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: ItemPage = await routes.items({ limit: 500, ...(cursor === "" ? {} : { cursor }) })
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

/** An undo needs a confirmation on its own page. */
const standOf = (run: Pick<Run, "state" | "wishes" | "progress">): Event => ({
  type: "stands",
  progress: run.progress,
  actions: run.wishes.filter((action) => action !== "undo"),
  note: run.state === "running" || isRunEnded(run) ? "" : RUN_STATES[run.state].text
})

export const followRun = async (
  routes: Pick<RunRoutes, "follow">,
  onFrame: (frame: Exclude<RunFrame, { readonly event: "done" }>) => void
): Promise<void> => {
  const following = new AbortController()
  await routes
    .follow(following.signal, (frame) => {
      if (frame.event === "done") following.abort()
      else onFrame(frame)
    })
    .catch((cause: unknown) => {
      if (!isAbort(cause)) throw cause
    })
}

export interface ItemReporter {
  readonly report: (items: ReadonlyArray<Item>) => ReadonlyArray<Event>
  readonly retry?: (
    ids: ReadonlyArray<string>,
    report: Report,
    followed: (run: Run) => Promise<RunRoutes>
  ) => Promise<void>
}

export type UndoCall = (
  run: number
) => Promise<{ readonly well: boolean; readonly offered: boolean; readonly why: string }>

const runSource = (
  startedRun: Run,
  routesOf: (id: number) => RunRoutes,
  lots: ItemReporter | undefined,
  undoing: UndoCall | undefined
): OperationSource => {
  let report: Report = () => undefined
  let routes = routesOf(startedRun.id)
  const batchEvents = (items: ReadonlyArray<Item>): ReadonlyArray<Event> =>
    lots === undefined ? stepsOf(items) : stepsOf(items.filter(({ state }) => state === "running"))
  let current = startedRun.id
  const followed = () =>
    followRun(routes, ({ data }) => {
      report(standOf(data.run), ...batchEvents(data.items))
      if (undoing !== undefined && isRunEnded(data.run) && data.run.wishes.includes("undo"))
        report({ type: "undo", undo: "offered" })
    })
  return {
    interrupts: false,
    begin: (listener) => {
      report = listener
      report(standOf(startedRun))
      void (async () => {
        try {
          const items = await allItems(routes)
          report(
            {
              type: "added",
              items: items.map((item) => ({ id: idOfStep(item), name: visible(item.label), size: null }))
            },
            { type: "gathered" },
            ...batchEvents(items)
          )
          await followed()
          const endedItems = await allItems(routes)
          report(...(lots === undefined ? stepsOf(endedItems) : lots.report(endedItems)))
        } catch (cause) {
          report({ type: "broken", reason: asProblem(cause).message })
        }
      })()
    },
    requestRunAction: (action) => {
      void routes.ask(action).then(
        (run) => report(standOf(run)),
        (cause: unknown) => report({ type: "refused", reason: problemText(cause) })
      )
    },
    ...(undoing === undefined
      ? {}
      : {
          undo: () =>
            void undoing(current).then(
              ({ offered, well, why }) =>
                report(
                  { type: "undo", undo: well ? "undone" : offered ? "in part" : "none" },
                  { type: "refused", reason: why }
                ),
              (cause: unknown) =>
                report({ type: "undo", undo: "offered" }, { type: "refused", reason: problemText(cause) })
            )
        }),
    ...(lots?.retry === undefined
      ? {}
      : {
          retry: (ids: ReadonlyArray<string>) =>
            void lots
              .retry?.(ids, report, async (run) => {
                routes = routesOf(run.id)
                current = run.id
                await followed()
                return routes
              })
              .catch((cause: unknown) =>
                report(...ids.map((id) => ({ type: "failed" as const, id, reason: problemText(cause) })))
              )
        })
  }
}

export interface RunView {
  readonly kind?: OperationKind
  readonly words?: Words
  readonly target?: string
  readonly lots?: ItemReporter
  readonly undoing?: UndoCall
  readonly onEnd?: (outcome: Outcome) => void
}

export const followInDock = (
  operations: Operations,
  run: Run,
  routesOf: (id: number) => RunRoutes,
  { kind = "job", lots, onEnd, target = run.title, undoing, words }: RunView = {}
): void => {
  if (isFollowed(run.id)) return
  begin(operations, {
    run: { id: run.id, place: routesOf(run.id).place },
    kind,
    words: words ?? runWords(run),
    target,
    counts: "items",
    source: "service",
    work: runSource(run, routesOf, lots, undoing),
    ...(onEnd === undefined ? {} : { onEnd })
  })
}
