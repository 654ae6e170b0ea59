import { backoff } from "./backoff"
import type { Arguments, Frame, RequestIn, RequestOf, ScopedOperation, Streaming } from "./contract"
import { asProblem, isAbort, offlineProblem, ProblemError } from "./problem-error"
import { isReachable, linkState, subscribeToLink } from "./link/link"
import { type Parts, respond } from "./request"
import { partsIn, type Scope } from "./scope"
import { SseParser } from "./sse-parser"

interface AnyFrame {
  readonly event: string
  readonly id: string
  readonly data: unknown
}

async function* frames(operation: string, given: Parts = {}, lastEventId = ""): AsyncGenerator<AnyFrame> {
  const headers = { ...given.headers, ...(lastEventId ? { "last-event-id": lastEventId } : {}) }
  const response = await respond(operation, { ...given, headers }, "text/event-stream")
  if (!response.body) throw offlineProblem()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const parser = new SseParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const { data, event, id } of parser.push(value)) {
        const read: unknown = JSON.parse(data)
        if (event === "error") throw problemFromEvent(read)
        yield { event, id, data: read }
      }
    }
  } catch (cause) {
    if (cause instanceof ProblemError || isAbort(cause)) throw cause
    void isReachable()
    throw offlineProblem()
  } finally {
    // the stream ended or failed: a failing cancel adds nothing
    reader.cancel().catch(() => undefined)
  }
}

/** Uses fetch, so that POST, cookies and CSRF work. Ends with the server, or by `signal`. Throws `error` events. */
export const stream = <const O extends Streaming>(
  operation: O,
  ...[given]: Arguments<RequestOf<O>>
): AsyncGenerator<Frame<O>> => frames(operation, given as Parts) as AsyncGenerator<Frame<O>>

export const streamIn = <const S extends Scope, const O extends Streaming & ScopedOperation>(
  scope: S,
  operation: O,
  ...[given]: Arguments<RequestIn<S, O>>
): AsyncGenerator<Frame<O>> => frames(operation, partsIn(scope, operation, given as Parts)) as AsyncGenerator<Frame<O>>

const problemFromEvent = (data: unknown): ProblemError => {
  const document = (data ?? {}) as {
    status?: number
    code?: string
    title?: string
    detail?: string
    request_id?: string
  }
  return new ProblemError({
    status: document.status ?? 0,
    code: document.code ?? "stream_failed",
    title: document.title ?? "The stream failed",
    detail: document.detail ?? "The service ended the stream with an error.",
    requestId: document.request_id
  })
}

export interface EventStreamCallbacks<O extends Streaming> {
  readonly onFrame: (frame: Frame<O>) => void
  readonly onState?: (open: boolean, problem: ProblemError | null) => void
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    let wasUnreachable = linkState().reach !== "online"
    const end = () => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    const stop = subscribeToLink(({ reach }) => {
      if (reach !== "online") wasUnreachable = true
      else if (wasUnreachable) end()
    })
    signal.addEventListener("abort", end, { once: true })
  })

interface AnyFollowing {
  onFrame(frame: AnyFrame): void
  readonly onState?: (open: boolean, problem: ProblemError | null) => void
}

type Followed = Parts & { readonly signal: AbortSignal }

const followFrames = async (operation: string, parts: Followed, { onFrame, onState }: AnyFollowing): Promise<void> => {
  const { signal } = parts
  let attempt = 0
  let lastEventId = ""
  while (!signal.aborted) {
    let problem: ProblemError | null = null
    try {
      for await (const frame of frames(operation, parts, lastEventId)) {
        onState?.(true, null)
        attempt = 0
        lastEventId = frame.id || lastEventId
        onFrame(frame)
      }
    } catch (cause) {
      if (signal.aborted) return
      problem = asProblem(cause)
    }
    if (signal.aborted) return
    onState?.(false, problem)
    if (problem && problem.status >= 400 && problem.status < 500 && problem.status !== 408 && problem.status !== 429)
      return
    await pause(backoff(attempt++), signal)
  }
}

/** Reconnects after the last event, with backoff. A permanent refusal (4xx other than 408 and 429) ends it. */
export const followEventStream = <const O extends Streaming>(
  operation: O,
  given: RequestOf<O> & { readonly signal: AbortSignal },
  following: EventStreamCallbacks<O>
): Promise<void> => followFrames(operation, given as Followed, following)

export const followIn = <const S extends Scope, const O extends Streaming & ScopedOperation>(
  scope: S,
  operation: O,
  given: RequestIn<S, O> & { readonly signal: AbortSignal },
  following: EventStreamCallbacks<O>
): Promise<void> => followFrames(operation, partsIn(scope, operation, given as Parts) as Followed, following)
