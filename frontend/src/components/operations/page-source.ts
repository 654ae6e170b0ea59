import { isAbort, problemText } from "~/client/problem-error"
import type { Report, OperationSource } from "./engine"
import type { ItemChoice, RunAction } from "./operation"
import type { Event } from "./reduce"

export class Lane {
  private free: number
  private readonly waiting: Array<() => void> = []

  constructor(width: number) {
    this.free = width
  }

  async run(task: () => Promise<void>): Promise<void> {
    if (this.free > 0) this.free--
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      await task()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.free++
    }
  }
}

export const PAUSE_REASON = new DOMException("Paused", "AbortError")

interface Work {
  readonly atOnce: number
  readonly batch?: number
  readonly lane?: Lane
  readonly interruptible: boolean
  /** Set when items can be paused. `drop` deletes partial transfers. */
  readonly holds?: { readonly drop: (id: string) => void }
  readonly asks?: {
    readonly choicesFor: (cause: unknown) => ReadonlyArray<ItemChoice>
    readonly choose: (id: string, choice: string) => boolean
  }
  readonly gather: (report: Report, signal: AbortSignal) => Promise<ReadonlyArray<string>>
  readonly perform: (ids: ReadonlyArray<string>, report: Report, signal: AbortSignal) => Promise<void>
}

export const pageSource = ({
  asks,
  atOnce,
  batch = 1,
  gather,
  holds,
  interruptible,
  lane = new Lane(atOnce),
  perform
}: Work): OperationSource => {
  const queue: Array<string> = []
  const inProgress = new Map<string, AbortController>()
  const pausedIds = new Set<string>()
  const holding = new Set<string>()
  const ending = new Set<string>()
  let note = ""
  let gathering = new AbortController()
  let report: Report = () => undefined
  let workers = 0
  let claimed = 0

  const each = (ids: ReadonlyArray<string>, event: (id: string) => Event): void => report(...ids.map(event))

  const reportState = (): void => {
    if (holds === undefined) return
    const moves = queue.length > 0 || [...inProgress.keys()].some((id) => !holding.has(id))
    const now = moves ? (pausedIds.size + holding.size > 0 ? "some" : "none") : pausedIds.size > 0 ? "all" : "none"
    if (now === note) return
    note = now
    report({
      type: "stands",
      actions: now === "none" ? ["pause"] : now === "some" ? ["pause", "resume"] : ["resume"],
      note: now === "all" ? "Paused" : ""
    })
  }

  const afterPause = (id: string): void => {
    if (ending.delete(id)) {
      holds?.drop(id)
      return report({ type: "cancelled", id })
    }
    report({ type: "paused", id })
    if (holding.delete(id)) pausedIds.add(id)
    else {
      report({ type: "unpaused", id })
      queue.push(id)
    }
  }

  const hold = (ids: ReadonlyArray<string> | null, wanted: boolean): void => {
    const isAffected = (id: string) => ids === null || ids.includes(id)
    if (wanted) {
      for (const id of queue.filter(isAffected)) {
        pausedIds.add(id)
        report({ type: "paused", id })
      }
      queue.splice(0, queue.length, ...queue.filter((id) => !isAffected(id)))
      for (const [id, controller] of inProgress) {
        if (!isAffected(id)) continue
        holding.add(id)
        controller.abort(PAUSE_REASON)
      }
    } else {
      for (const id of [...holding].filter(isAffected)) holding.delete(id)
      const released = [...pausedIds].filter(isAffected)
      for (const id of released) pausedIds.delete(id)
      each(released, (id) => ({ type: "unpaused", id }))
      queue.push(...released)
    }
    reportState()
    pump()
  }

  const one = async (): Promise<void> => {
    const ids = queue.splice(0, batch)
    if (ids.length === 0) return
    const controller = new AbortController()
    for (const id of ids) inProgress.set(id, controller)
    each(ids, (id) => ({ type: "begun", id }))
    try {
      await perform(ids, report, controller.signal)
      // Fails omitted items; items with an outcome ignore later events.
      each(ids, (id) => ({ type: "failed", id, reason: "The answer says nothing about this one." }))
    } catch (cause) {
      if (controller.signal.reason === PAUSE_REASON) ids.forEach(afterPause)
      else if (controller.signal.aborted || isAbort(cause)) each(ids, (id) => ({ type: "cancelled", id }))
      else
        each(ids, (id) => ({ type: "failed", id, reason: problemText(cause), choices: asks?.choicesFor(cause) ?? [] }))
    } finally {
      for (const id of ids) {
        inProgress.delete(id)
        holding.delete(id)
        ending.delete(id)
      }
      reportState()
    }
  }

  const pump = (): void => {
    while (workers < atOnce && claimed * batch < queue.length) {
      workers++
      claimed++
      const turn = lane.run(() => {
        claimed--
        return one()
      })
      void turn.finally(() => {
        workers--
        pump()
      })
    }
  }

  const gatherItems = async (): Promise<void> => {
    gathering = new AbortController()
    const { signal } = gathering
    report({ type: "added", items: [] })
    try {
      const found = await gather(report, signal)
      report({ type: "gathered" })
      if (signal.aborted) each(found, (id) => ({ type: "cancelled", id }))
      else queue.push(...found)
      reportState()
      pump()
    } catch (cause) {
      report(signal.aborted || isAbort(cause) ? { type: "gathered" } : { type: "broken", reason: problemText(cause) })
    }
  }

  return {
    interrupts: interruptible,
    begin: (sendReport) => {
      report = sendReport
      void gatherItems()
    },
    cancel: (ids) => {
      if (ids === null) gathering.abort()
      const cancelledIds = ids === null ? null : new Set(ids)
      const waiting = queue.filter((id) => cancelledIds === null || cancelledIds.has(id))
      const staying = cancelledIds === null ? [] : queue.filter((id) => !cancelledIds.has(id))
      queue.splice(0, queue.length, ...staying)
      const dropped = [...pausedIds].filter((id) => cancelledIds === null || cancelledIds.has(id))
      for (const id of dropped) {
        pausedIds.delete(id)
        holds?.drop(id)
      }
      each([...waiting, ...dropped], (id) => ({ type: "cancelled", id }))
      if (interruptible)
        for (const [id, controller] of inProgress)
          if (cancelledIds === null || cancelledIds.has(id)) {
            if (holding.delete(id)) ending.add(id)
            controller.abort()
          }
      reportState()
    },
    ...(holds === undefined
      ? {}
      : { pauseItems: hold, requestRunAction: (action: RunAction) => hold(null, action === "pause") }),
    ...(asks === undefined
      ? {}
      : {
          resolveItems: (ids: ReadonlyArray<string>, choice: string) => {
            const again = new Set(ids.filter((id) => asks.choose(id, choice)))
            each(
              ids.filter((id) => !again.has(id)),
              (id) => ({ type: "cancelled", id })
            )
            queue.push(...again)
            reportState()
            pump()
          }
        }),
    retry: (ids) => {
      if (ids.length === 0) return void gatherItems()
      queue.push(...ids)
      reportState()
      pump()
    }
  }
}
