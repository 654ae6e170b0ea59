import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import type { Frame } from "~/client/contract"
import { streamIn } from "~/client/sse"

export type UnusedFrame = Extract<Frame<"GET /api/manager/iam/unused/stream">, { readonly event: "found" }>["data"]

interface Reading {
  readonly contextId: string
  readonly found: Array<UnusedFrame>
  readonly first: Promise<void>
  readonly stop: () => void
  problem: ProblemError | undefined
  grew: boolean
}

let reading: Reading | undefined

const startReading = (contextId: string, more: () => void): Reading => {
  const controller = new AbortController()
  const first = Promise.withResolvers<void>()
  const mine: Reading = {
    contextId,
    found: [],
    first: first.promise,
    stop: () => controller.abort(),
    problem: undefined,
    grew: false
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const grown = () => {
    first.resolve()
    timer ??= setTimeout(() => {
      timer = undefined
      if (reading !== mine) return
      mine.grew = true
      more()
    }, 500)
  }
  void (async () => {
    try {
      for await (const frame of streamIn({ contextId }, "GET /api/manager/iam/unused/stream", {
        signal: controller.signal
      })) {
        if (frame.event === "found") {
          mine.found.push(frame.data)
          grown()
        }
      }
    } catch (cause) {
      if (!isAbort(cause)) {
        mine.problem = asProblem(cause)
        grown()
      }
    } finally {
      first.resolve()
    }
  })()
  return mine
}

export const readUnused = async (contextId: string, more: () => void): Promise<ReadonlyArray<UnusedFrame>> => {
  if (reading === undefined || reading.contextId !== contextId || !reading.grew) {
    reading?.stop()
    reading = startReading(contextId, more)
  }
  const mine = reading
  mine.grew = false
  await mine.first
  if (mine.problem !== undefined) {
    reading = undefined
    throw mine.problem
  }
  return [...mine.found]
}

export const stopUnused = (): void => {
  reading?.stop()
  reading = undefined
}
