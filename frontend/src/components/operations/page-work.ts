import { isAbort, reasonOf } from "~/client/problem-error"
import type { Report, Source } from "./engine"
import type { ItemChoice, Wish } from "./operation"
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

/** Why something was broken off that somebody holds: what of it has arrived is kept. */
export const HELD = new DOMException("Paused", "AbortError")

interface Work {
  /** How many batches go at once. */
  readonly atOnce: number
  /** Items of a batch; one unless said. */
  readonly batch?: number
  /** Shared with other operations: no more than it is wide go at once, of all together. */
  readonly lane?: Lane
  /** Whether a batch that is on its way can still be ended. */
  readonly interruptible: boolean
  /** It can be held in the middle (its signal says `HELD`) and performed again from where it stopped. `drop` throws away what one that is held has left. */
  readonly holds?: { readonly drop: (id: string) => void }
  /** Some that fail are asked about. `choose` takes up an answer: true, and it is tried again with that; false, and it is left. */
  readonly asks?: {
    readonly choicesFor: (cause: unknown) => ReadonlyArray<ItemChoice>
    readonly choose: (id: string, choice: string) => boolean
  }
  /** Looks for what there is to do and reports it as `added`; nothing begins before it has found all. */
  readonly gather: (report: Report, signal: AbortSignal) => Promise<ReadonlyArray<string>>
  /** Does these and reports the outcome of each. What it throws is the outcome of those that have none. */
  readonly perform: (ids: ReadonlyArray<string>, report: Report, signal: AbortSignal) => Promise<void>
}

/** Work that this page does, batch after batch, as a source of progress. */
export const pageWork = ({ asks, atOnce, batch = 1, gather, holds, interruptible, lane = new Lane(atOnce), perform }: Work): Source => {
  const queue: Array<string> = []
  const onTheirWay = new Map<string, AbortController>()
  const held = new Set<string>()
  /** Those that are being held while they are still under way. */
  const holding = new Set<string>()
  /** Those that somebody ended while they were being held. */
  const ending = new Set<string>()
  let standing = ""
  let looking = new AbortController()
  let report: Report = () => undefined
  let workers = 0
  /** Workers that wait for their turn: what they will take still stands in the queue. */
  let claimed = 0

  const each = (ids: ReadonlyArray<string>, event: (id: string) => Event): void => report(...ids.map(event))

  /** Says what can be asked of the whole, and what holds it. */
  const stand = (): void => {
    if (holds === undefined) return
    const moves = queue.length > 0 || [...onTheirWay.keys()].some((id) => !holding.has(id))
    const now = moves ? held.size + holding.size > 0 ? "some" : "none" : held.size > 0 ? "all" : "none"
    if (now === standing) return
    standing = now
    report({ type: "stands", wishes: now === "none" ? ["pause"] : now === "some" ? ["pause", "resume"] : ["resume"], standing: now === "all" ? "Paused" : "" })
  }

  /** It was broken off by being held; somebody may have let it go on, or ended it, since. */
  const rest = (id: string): void => {
    if (ending.delete(id)) {
      holds?.drop(id)
      return report({ type: "cancelled", id })
    }
    report({ type: "paused", id })
    if (holding.delete(id)) held.add(id)
    else {
      report({ type: "unpaused", id })
      queue.push(id)
    }
  }

  const hold = (ids: ReadonlyArray<string> | null, wanted: boolean): void => {
    const meant = (id: string) => ids === null || ids.includes(id)
    if (wanted) {
      for (const id of queue.filter(meant)) {
        held.add(id)
        report({ type: "paused", id })
      }
      queue.splice(0, queue.length, ...queue.filter((id) => !meant(id)))
      for (const [id, controller] of onTheirWay) {
        if (!meant(id)) continue
        holding.add(id)
        controller.abort(HELD)
      }
    } else {
      for (const id of [...holding].filter(meant)) holding.delete(id)
      const released = [...held].filter(meant)
      for (const id of released) held.delete(id)
      each(released, (id) => ({ type: "unpaused", id }))
      queue.push(...released)
    }
    stand()
    pump()
  }

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
      if (controller.signal.reason === HELD) ids.forEach(rest)
      else if (controller.signal.aborted || isAbort(cause)) each(ids, (id) => ({ type: "cancelled", id }))
      else each(ids, (id) => ({ type: "failed", id, reason: reasonOf(cause), choices: asks?.choicesFor(cause) ?? [] }))
    } finally {
      for (const id of ids) {
        onTheirWay.delete(id)
        holding.delete(id)
        ending.delete(id)
      }
      stand()
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
      stand()
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
      const dropped = [...held].filter((id) => unwanted === null || unwanted.has(id))
      for (const id of dropped) {
        held.delete(id)
        holds?.drop(id)
      }
      each([...waiting, ...dropped], (id) => ({ type: "cancelled", id }))
      if (interruptible) for (const [id, controller] of onTheirWay) if (unwanted === null || unwanted.has(id)) {
        if (holding.delete(id)) ending.add(id)
        controller.abort()
      }
      stand()
    },
    ...(holds === undefined ? {} : { hold, ask: (wish: Wish) => hold(null, wish === "pause") }),
    ...(asks === undefined ? {} : {
      choose: (ids: ReadonlyArray<string>, choice: string) => {
        const again = new Set(ids.filter((id) => asks.choose(id, choice)))
        each(ids.filter((id) => !again.has(id)), (id) => ({ type: "cancelled", id }))
        queue.push(...again)
        stand()
        pump()
      }
    }),
    retry: (ids) => {
      if (ids.length === 0) return void look()
      queue.push(...ids)
      stand()
      pump()
    }
  }
}
