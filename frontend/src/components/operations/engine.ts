import { type Operations } from "~/lib/operations"
import { readHistory, type Summary, summaryOf, writeHistory } from "./history"
import { canTryAgain, isRunning, type ItemState, type Operation, type RunRef, type Wish } from "./operation"
import { followed, type Rate, rateOf, type Sample, sampled } from "./rate"
import { begun, type Event, reduce } from "./reduce"
import { milestoneOf } from "./sentences"
import { type Outcome, settled } from "./settled"

/** Tells what became of the items. May be called as often as there is something to tell. */
export type Report = (...events: ReadonlyArray<Event>) => void

/** Where the progress of an operation comes from: work that this page does, or a job of the service that is followed. */
export interface Source {
  /** Begins. Called once. */
  readonly begin: (report: Report) => void
  /** Ends these items, or all (null), where that is still possible; each is told by a `cancelled`. Absent: it cannot be cancelled. */
  readonly cancel?: (ids: ReadonlyArray<string> | null) => void
  /** Whether what is under way can be ended too, and not only what waits. */
  readonly interrupts: boolean
  /** Holds these items, or all (null), or lets them go on; each is told. Absent: items cannot be held. */
  readonly hold?: (ids: ReadonlyArray<string> | null, held: boolean) => void
  /** Asks it of the whole, and tells what came of that. */
  readonly ask?: (wish: Wish) => void
  /** Undoes what was done, and tells how that goes. */
  readonly undo?: () => void
  /** Tries these again, which already wait; none: it begins anew, having broken before anything was known. Absent: it cannot be tried again. */
  readonly retry?: (ids: ReadonlyArray<string>) => void
  /** Takes up what was chosen about these, which wait by then. */
  readonly choose?: (ids: ReadonlyArray<string>, choice: string) => void
}

interface Kept {
  operation: Operation
  readonly source: Source
  samples: ReadonlyArray<Sample>
  /** Of single things that are under way, by their ids. */
  readonly paces: Map<string, ReadonlyArray<Sample>>
  readonly pending: Array<Event>
  readonly onEnd: ((outcome: Outcome) => void) | undefined
  /** Not shown yet: what is over in a moment and went well needs no place of its own. */
  quiet: boolean
  readonly show: () => void
}

/** What is told is shown at most so often, in milliseconds. */
const EVERY = 150
/** What is over sooner and went well never shows, in milliseconds. */
const MOMENT = 900

const kept = new Map<string, Kept>()
const listeners = new Set<(said: ReadonlyArray<string>) => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let past: ReadonlyArray<Summary> | undefined
/** Runs that the page before this one followed, until somebody takes them up. */
let left: ReadonlyArray<Summary> = []
let whose = ""
let saved = 0

/** Hears of every change, with what is worth saying aloud. Answers how to stop that. */
export const listen = (listener: (said: ReadonlyArray<string>) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is shown, the newest first. */
export const operations = (): ReadonlyArray<Operation> => [...kept.values()].filter((one) => !one.quiet).map((one) => one.operation).reverse()

export const operationOf = (id: string): Operation | undefined => kept.get(id)?.operation

export const samplesOf = (id: string): ReadonlyArray<Sample> => kept.get(id)?.samples ?? []

/** How fast one thing moves; null while there is too little to tell. */
export const paceOf = (id: string, item: string): Rate | null => rateOf(kept.get(id)?.paces.get(item) ?? [])

/** What was done in this tab before, the newest first. */
export const history = (): ReadonlyArray<Summary> => past ?? []

const guard = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Leaving the page would end its work: the browser asks first. What ends with it all the same is told by the next page as far as it had come. */
const guardPage = (): void => {
  const running = [...kept.values()].filter(({ operation }) => isRunning(operation))
  if (running.some(({ operation }) => operation.source === "page")) window.addEventListener("beforeunload", guard)
  else window.removeEventListener("beforeunload", guard)
  if (running.length > 0) window.addEventListener("pagehide", saveNow)
  else window.removeEventListener("pagehide", saveNow)
}

/** Keeps what a reload would forget: at most every second, whenever something begins or ends, and when the page goes. */
const save = (now: number, must: boolean): void => {
  if (!must && now - saved < 1000) return
  saved = now
  writeHistory(whose, [...[...kept.values()].map(({ operation }) => summaryOf(operation)).reverse(), ...left, ...history()])
}

const saveNow = (): void => save(Date.now(), true)

const flush = (): void => {
  timer = undefined
  const now = Date.now()
  const said: Array<string> = []
  let must = false
  for (const one of kept.values()) {
    const before = one.operation
    if (one.pending.length > 0) {
      const told = one.pending.splice(0)
      one.operation = reduce(before, told, now)
      // what is there already did not travel: it says nothing of the pace
      for (const event of told) if (event.type === "resumed") one.paces.delete(event.id)
      const milestone = milestoneOf(before.items.length === 0 && before.gathering ? undefined : before, one.operation)
      if (one.quiet && (one.operation.totals.failed > 0 || one.operation.problem !== "")) one.show()
      if (milestone !== null && !one.quiet) said.push(milestone)
    }
    follow(one, now)
    if (isRunning(one.operation)) one.samples = sampled(one.samples, one.operation, now)
    if (before.ended !== one.operation.ended) {
      must = true
      if (one.operation.ended !== null) finish(one)
    }
  }
  guardPage()
  save(now, must)
  for (const listener of listeners) listener(said)
  // speed and time left change also while nothing is told
  if ([...kept.values()].some(({ operation }) => isRunning(operation))) soon(EVERY * 4)
}

const follow = ({ operation, paces }: Kept, at: number): void => {
  if (operation.counts !== "bytes") return
  const moving = operation.items.filter((item) => item.state === "running")
  for (const id of paces.keys()) if (!moving.some((item) => item.id === id)) paces.delete(id)
  for (const { id, sent } of moving) paces.set(id, followed(paces.get(id) ?? [], { at, moved: sent, settled: 0 }))
}

const finish = (one: Kept): void => {
  const { operation } = one
  if (one.quiet) dismiss(operation.id)
  one.onEnd?.(settled(operation))
}

const soon = (milliseconds: number): void => {
  timer ??= setTimeout(flush, milliseconds)
}

const now = (): void => {
  clearTimeout(timer)
  timer = undefined
  flush()
}

interface Begin extends Pick<Operation, "kind" | "words" | "target" | "counts" | "source">, Partial<Pick<Operation, "run">> {
  readonly work: Source
  /** Called each time it comes to its end: a retry makes another one. */
  readonly onEnd?: (outcome: Outcome) => void
}

/** Begins an operation. It lasts while the user is on other pages of the console. */
export const begin = (state: Operations, { work, onEnd, ...what }: Begin): Operation => {
  open(state.whose)
  const id = crypto.randomUUID()
  const show = () => {
    one.quiet = false
    state.present = true
  }
  const one: Kept = { operation: begun({ id, ...what }, Date.now()), source: work, samples: [], paces: new Map(), pending: [], quiet: true, show, onEnd }
  kept.set(id, one)
  saveNow()
  setTimeout(() => {
    if (!kept.has(id) || !one.quiet) return
    show()
    now()
  }, MOMENT)
  work.begin((...events) => {
    one.pending.push(...events)
    soon(EVERY)
  })
  soon(0)
  return one.operation
}

const tell = (id: string, ...events: ReadonlyArray<Event>): void => {
  kept.get(id)?.pending.push(...events)
  now()
}

/** Those that failed and about which nobody is asked. */
const failedIn = (id: string): ReadonlyArray<string> => operationOf(id)?.items.filter(canTryAgain).map((item) => item.id) ?? []

/** Ends some items, or all that have no outcome yet (null). */
export const cancel = (id: string, items: ReadonlyArray<string> | null = null): void => {
  kept.get(id)?.source.cancel?.(items)
  now()
}

/** Holds some items, or lets them go on. */
export const hold = (id: string, items: ReadonlyArray<string>, held: boolean): void => {
  kept.get(id)?.source.hold?.(items, held)
  now()
}

/** Asks something of work that the service does: what it answers is told. */
export const ask = (id: string, wish: Wish): void => {
  tell(id, { type: "refused", reason: "" })
  kept.get(id)?.source.ask?.(wish)
}

/** Undoes what was done, as far as it is still that. */
export const undo = (id: string): void => {
  tell(id, { type: "refused", reason: "" }, { type: "undo", undo: "undoing" })
  kept.get(id)?.source.undo?.()
}

/** Tries some items again, or all that failed. */
export const retry = (id: string, items = failedIn(id)): void => {
  tell(id, ...items.map((item) => ({ type: "retried" as const, id: item })))
  kept.get(id)?.source.retry?.(items)
}

/** Answers what is asked about some items. */
export const choose = (id: string, items: ReadonlyArray<string>, choice: string): void => {
  tell(id, ...items.map((item) => ({ type: "retried" as const, id: item })))
  kept.get(id)?.source.choose?.(items, choice)
  now()
}

/** Whether an item in this state can still be ended. */
export const canCancel = (id: string, state: ItemState): boolean => {
  const source = kept.get(id)?.source
  return source?.cancel !== undefined && (state === "waiting" || state === "paused" || (state === "running" && source.interrupts))
}
/** Whether an item in this state can be held, or let go on. */
export const canHold = (id: string, state: ItemState): boolean =>
  kept.get(id)?.source.hold !== undefined && (state === "waiting" || state === "running" || state === "paused")
export const canRetry = (id: string): boolean => kept.get(id)?.source.retry !== undefined

/** Takes an operation that has ended out of sight; what is worth keeping of it stays in the history. */
export const dismiss = (id: string): void => {
  const one = kept.get(id)
  if (one === undefined || isRunning(one.operation)) return
  kept.delete(id)
  past = [summaryOf(one.operation), ...history()]
  saveNow()
  soon(0)
}

export const dismissEnded = (): void => {
  for (const { operation } of [...kept.values()]) if (!isRunning(operation)) dismiss(operation.id)
}

export const forgetHistory = (): void => {
  past = []
  saveNow()
  soon(0)
}

/** Takes up what this tab remembers of the same person; what was running when the page ended was interrupted. */
export const open = (who: string): void => {
  if (past !== undefined && whose === who) return
  // somebody else at the same page: what ended is not theirs to read
  if (whose !== "") for (const [id, { operation }] of kept) if (!isRunning(operation)) kept.delete(id)
  whose = who
  ;[past, left] = readHistory(who)
  saveNow()
}

/** What the page before this one followed; asked once, it is whoever's who asked. */
export const takeLeft = (): ReadonlyArray<Summary> => {
  const taken = left
  left = []
  saveNow()
  return taken
}

/** Whether this run is followed here already. */
export const isFollowed = ({ contextId, id }: RunRef): boolean =>
  [...kept.values()].some(({ operation }) => isRunning(operation) && operation.run?.id === id && operation.run.contextId === contextId)
