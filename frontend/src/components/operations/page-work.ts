import { isAbort, reasonOf } from "~/client/problem-error"
import type { Report, Source } from "./engine"
import type { Event } from "./reduce"

/** A few at once, whoever asks: the fourth waits until one of three has ended. */
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

interface Work {
  /** How many batches go at once. */
  readonly atOnce: number
  /** Items of a batch; one unless said. */
  readonly batch?: number
  /** Shared with other operations: no more than it is wide go at once, of all together. */
  readonly lane?: Lane
  /** Whether a batch that is on its way can still be ended. */
  readonly interruptible: boolean
  /** Looks for what there is to do and reports it as `added`; nothing begins before it has found all. */
  readonly gather: (report: Report, signal: AbortSignal) => Promise<ReadonlyArray<string>>
  /** Does these and reports the outcome of each. What it throws is the outcome of those that have none. */
  readonly perform: (ids: ReadonlyArray<string>, report: Report, signal: AbortSignal) => Promise<void>
}

/** Work that this page does, batch after batch, as a source of progress. */
export const pageWork = ({ atOnce, batch = 1, gather, interruptible, lane = new Lane(atOnce), perform }: Work): Source => {
  const queue: Array<string> = []
  const onTheirWay = new Map<string, AbortController>()
  let looking = new AbortController()
  let report: Report = () => undefined
  let workers = 0
  /** Workers that wait for their turn: what they will take still stands in the queue. */
  let claimed = 0

  const each = (ids: ReadonlyArray<string>, event: (id: string) => Event): void => report(...ids.map(event))

  const one = async (): Promise<void> => {
    const ids = queue.splice(0, batch)
    if (ids.length === 0) return
    const controller = new AbortController()
    for (const id of ids) onTheirWay.set(id, controller)
    each(ids, (id) => ({ type: "begun", id }))
    try {
      await perform(ids, report, controller.signal)
      // an answer that leaves one out says nothing of it; later outcomes change nothing
      each(ids, (id) => ({ type: "failed", id, reason: "The answer says nothing about this one." }))
    } catch (cause) {
      if (controller.signal.aborted || isAbort(cause)) each(ids, (id) => ({ type: "cancelled", id }))
      else each(ids, (id) => ({ type: "failed", id, reason: reasonOf(cause) }))
    } finally {
      for (const id of ids) onTheirWay.delete(id)
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

  const look = async (): Promise<void> => {
    looking = new AbortController()
    const { signal } = looking
    report({ type: "added", items: [] })
    try {
      const found = await gather(report, signal)
      report({ type: "gathered" })
      if (signal.aborted) each(found, (id) => ({ type: "cancelled", id }))
      else queue.push(...found)
      pump()
    } catch (cause) {
      report(signal.aborted || isAbort(cause) ? { type: "gathered" } : { type: "broken", reason: reasonOf(cause) })
    }
  }

  return {
    interrupts: interruptible,
    begin: (told) => {
      report = told
      void look()
    },
    cancel: (ids) => {
      if (ids === null) looking.abort()
      const unwanted = ids === null ? null : new Set(ids)
      const waiting = queue.filter((id) => unwanted === null || unwanted.has(id))
      const staying = unwanted === null ? [] : queue.filter((id) => !unwanted.has(id))
      queue.splice(0, queue.length, ...staying)
      each(waiting, (id) => ({ type: "cancelled", id }))
      if (interruptible) for (const [id, controller] of onTheirWay) if (unwanted === null || unwanted.has(id)) controller.abort()
    },
    retry: (ids) => {
      if (ids.length === 0) return void look()
      queue.push(...ids)
      pump()
    }
  }
}
