import type { Operations } from "~/lib/operations"
import { readHistory, type OperationSummary, summarizeOperation, writeHistory } from "./history"
import { canRetryItem, isRunning, type ItemState, type Operation, type RunAction } from "./operation"
import { recentSamples, type Rate, transferRate, type Sample, addSample } from "./rate"
import { newOperation, type Event, reduce } from "./reduce"
import { milestoneText } from "./sentences"
import { type Outcome, finalOutcome } from "./final-outcome"

export type Report = (...events: ReadonlyArray<Event>) => void

export interface OperationSource {
  readonly begin: (report: Report) => void
  /** Null: all; each item is reported as `cancelled`. Absent: not cancellable. */
  readonly cancel?: (ids: ReadonlyArray<string> | null) => void
  readonly interrupts: boolean
  /** Null: all; each item is reported. Absent: items cannot be paused. */
  readonly pauseItems?: (ids: ReadonlyArray<string> | null, isPaused: boolean) => void
  readonly requestRunAction?: (action: RunAction) => void
  readonly undo?: () => void
  /** Items already wait; an empty list restarts the operation. Absent: not retryable. */
  readonly retry?: (ids: ReadonlyArray<string>) => void
  readonly resolveItems?: (ids: ReadonlyArray<string>, choice: string) => void
}

interface OperationEntry {
  operation: Operation
  readonly source: OperationSource
  samples: ReadonlyArray<Sample>
  readonly paces: Map<string, ReadonlyArray<Sample>>
  readonly pending: Array<Event>
  readonly onEnd: ((outcome: Outcome) => void) | undefined
  quiet: boolean
  readonly show: () => void
}

const RENDER_INTERVAL = 150
const QUIET_PERIOD = 900

const entries = new Map<string, OperationEntry>()
const listeners = new Set<(announcements: ReadonlyArray<string>) => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let past: ReadonlyArray<OperationSummary> | undefined
let followedBefore: ReadonlyArray<OperationSummary> = []
let userId = ""
let savedAt = 0

export const onAnnouncements = (listener: (announcements: ReadonlyArray<string>) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const operations = (): ReadonlyArray<Operation> =>
  [...entries.values()]
    .filter((one) => !one.quiet)
    .map((one) => one.operation)
    .reverse()

export const operationOf = (id: string): Operation | undefined => entries.get(id)?.operation

export const samplesOf = (id: string): ReadonlyArray<Sample> => entries.get(id)?.samples ?? []

export const itemRate = (id: string, item: string): Rate | null => transferRate(entries.get(id)?.paces.get(item) ?? [])

export const history = (): ReadonlyArray<OperationSummary> => past ?? []

const guard = (event: BeforeUnloadEvent): void => event.preventDefault()

const guardPage = (): void => {
  const running = [...entries.values()].filter(({ operation }) => isRunning(operation))
  if (running.some(({ operation }) => operation.source === "page")) window.addEventListener("beforeunload", guard)
  else window.removeEventListener("beforeunload", guard)
  if (running.length > 0) window.addEventListener("pagehide", saveNow)
  else window.removeEventListener("pagehide", saveNow)
}

const save = (now: number, must: boolean): void => {
  if (!must && now - savedAt < 1000) return
  savedAt = now
  writeHistory(userId, [
    ...[...entries.values()].map(({ operation }) => summarizeOperation(operation)).reverse(),
    ...followedBefore,
    ...history()
  ])
}

const saveNow = (): void => save(Date.now(), true)

const flush = (): void => {
  timer = undefined
  const now = Date.now()
  const announcements: Array<string> = []
  let must = false
  for (const one of entries.values()) {
    const before = one.operation
    if (one.pending.length > 0) {
      const events = one.pending.splice(0)
      one.operation = reduce(before, events, now)
      // Resumed bytes would distort the rate.
      for (const event of events) if (event.type === "resumed") one.paces.delete(event.id)
      const milestone = milestoneText(before.items.length === 0 && before.gathering ? undefined : before, one.operation)
      if (one.quiet && (one.operation.totals.failed > 0 || one.operation.problem !== "")) one.show()
      if (milestone !== null && !one.quiet) announcements.push(milestone)
    }
    follow(one, now)
    if (isRunning(one.operation)) one.samples = addSample(one.samples, one.operation, now)
    if (before.ended !== one.operation.ended) {
      must = true
      if (one.operation.ended !== null) finish(one)
    }
  }
  guardPage()
  save(now, must)
  for (const listener of listeners) listener(announcements)
  if ([...entries.values()].some(({ operation }) => isRunning(operation))) scheduleFlush(RENDER_INTERVAL * 4)
}

const follow = ({ operation, paces }: OperationEntry, at: number): void => {
  if (operation.counts !== "bytes") return
  const moving = operation.items.filter((item) => item.state === "running")
  for (const id of paces.keys()) if (!moving.some((item) => item.id === id)) paces.delete(id)
  for (const { id, sent } of moving) paces.set(id, recentSamples(paces.get(id) ?? [], { at, moved: sent, finished: 0 }))
}

const finish = (one: OperationEntry): void => {
  const { operation } = one
  if (one.quiet) dismiss(operation.id)
  one.onEnd?.(finalOutcome(operation))
}

const scheduleFlush = (milliseconds: number): void => {
  timer ??= setTimeout(flush, milliseconds)
}

const now = (): void => {
  clearTimeout(timer)
  timer = undefined
  flush()
}

interface Begin
  extends Pick<Operation, "kind" | "words" | "target" | "counts" | "source">,
    Partial<Pick<Operation, "run">> {
  readonly work: OperationSource
  readonly onEnd?: (outcome: Outcome) => void
}

export const begin = (state: Operations, { work, onEnd, ...what }: Begin): Operation => {
  openHistory(state.userId)
  const id = crypto.randomUUID()
  const show = () => {
    one.quiet = false
    state.present = true
  }
  const one: OperationEntry = {
    operation: newOperation({ id, ...what }, Date.now()),
    source: work,
    samples: [],
    paces: new Map(),
    pending: [],
    quiet: true,
    show,
    onEnd
  }
  entries.set(id, one)
  saveNow()
  setTimeout(() => {
    if (!entries.has(id) || !one.quiet) return
    show()
    now()
  }, QUIET_PERIOD)
  work.begin((...events) => {
    one.pending.push(...events)
    scheduleFlush(RENDER_INTERVAL)
  })
  scheduleFlush(0)
  return one.operation
}

const dispatch = (id: string, ...events: ReadonlyArray<Event>): void => {
  entries.get(id)?.pending.push(...events)
  now()
}

const failedIn = (id: string): ReadonlyArray<string> =>
  operationOf(id)
    ?.items.filter(canRetryItem)
    .map((item) => item.id) ?? []

export const cancel = (id: string, items: ReadonlyArray<string> | null = null): void => {
  entries.get(id)?.source.cancel?.(items)
  now()
}

export const pauseItems = (id: string, items: ReadonlyArray<string>, isPaused: boolean): void => {
  entries.get(id)?.source.pauseItems?.(items, isPaused)
  now()
}

export const requestRunAction = (id: string, action: RunAction): void => {
  dispatch(id, { type: "refused", reason: "" })
  entries.get(id)?.source.requestRunAction?.(action)
}

export const undo = (id: string): void => {
  dispatch(id, { type: "refused", reason: "" }, { type: "undo", undo: "undoing" })
  entries.get(id)?.source.undo?.()
}

export const retry = (id: string, items = failedIn(id)): void => {
  dispatch(id, ...items.map((item) => ({ type: "retried" as const, id: item })))
  entries.get(id)?.source.retry?.(items)
}

export const resolveItems = (id: string, items: ReadonlyArray<string>, choice: string): void => {
  dispatch(id, ...items.map((item) => ({ type: "retried" as const, id: item })))
  entries.get(id)?.source.resolveItems?.(items, choice)
  now()
}

export const canCancel = (id: string, state: ItemState): boolean => {
  const source = entries.get(id)?.source
  return (
    source?.cancel !== undefined &&
    (state === "waiting" || state === "paused" || (state === "running" && source.interrupts))
  )
}
export const canPause = (id: string, state: ItemState): boolean =>
  entries.get(id)?.source.pauseItems !== undefined && (state === "waiting" || state === "running" || state === "paused")
export const canRetry = (id: string): boolean => entries.get(id)?.source.retry !== undefined

export const dismiss = (id: string): void => {
  const one = entries.get(id)
  if (one === undefined || isRunning(one.operation)) return
  entries.delete(id)
  past = [summarizeOperation(one.operation), ...history()]
  saveNow()
  scheduleFlush(0)
}

export const dismissEnded = (): void => {
  for (const { operation } of [...entries.values()]) if (!isRunning(operation)) dismiss(operation.id)
}

export const clearHistory = (): void => {
  past = []
  saveNow()
  scheduleFlush(0)
}

export const openHistory = (who: string): void => {
  if (past !== undefined && userId === who) return
  if (userId !== "") for (const [id, { operation }] of entries) if (!isRunning(operation)) entries.delete(id)
  userId = who
  ;[past, followedBefore] = readHistory(who)
  saveNow()
}

export const takeUnfinishedRuns = (): ReadonlyArray<OperationSummary> => {
  const taken = followedBefore
  followedBefore = []
  saveNow()
  return taken
}

export const isFollowed = (id: number): boolean =>
  [...entries.values()].some(({ operation }) => isRunning(operation) && operation.run?.id === id)
