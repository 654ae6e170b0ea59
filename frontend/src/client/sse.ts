import { backoff } from "./backoff"
import { asProblem, isAbort, offline, ProblemError } from "./problem-error"
import { type RequestOptions, respond } from "./request"
import { SseParser } from "./sse-parser"

/** An event with its data read from JSON. `Events` maps an event's name to the type of its data. */
export type Received<Events> = { readonly [Name in keyof Events]: { readonly event: Name; readonly id: string; readonly data: Events[Name] } }[keyof Events]

export interface StreamOptions extends RequestOptions {
  readonly method?: "GET" | "POST"
  readonly lastEventId?: string
}

/**
 * Reads a server-sent event stream over fetch, so that POST, cookies and CSRF work as everywhere.
 * Ends when the server ends it; `signal` closes it. An `error` event is thrown as the problem that it carries.
 */
export async function* stream<Events>(path: string, options: StreamOptions = {}): AsyncGenerator<Received<Events>> {
  const headers = { ...options.headers, ...(options.lastEventId ? { "last-event-id": options.lastEventId } : {}) }
  const response = await respond(options.method ?? "GET", path, { ...options, headers }, "text/event-stream")
  if (!response.body) throw offline()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const parser = new SseParser()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const { data, event, id } of parser.push(value)) {
        const read: unknown = JSON.parse(data)
        if (event === "error") throw problemFromEvent(read)
        yield { event, id, data: read } as Received<Events>
      }
    }
  } catch (cause) {
    if (cause instanceof ProblemError || isAbort(cause)) throw cause
    throw offline()
  } finally {
    // the stream is over, or its failure is being thrown: cancelling has nothing to add
    reader.cancel().catch(() => undefined)
  }
}

const problemFromEvent = (data: unknown): ProblemError => {
  const document = (data ?? {}) as { status?: number; code?: string; title?: string; detail?: string; request_id?: string }
  return new ProblemError({
    status: document.status ?? 0,
    code: document.code ?? "stream_failed",
    title: document.title ?? "The stream failed",
    detail: document.detail ?? "The service ended the stream with an error.",
    requestId: document.request_id
  })
}

export interface Following<Events> {
  readonly signal: AbortSignal
  readonly onEvent: (event: Received<Events>) => void
  /** Whether the stream is open; `problem` says why it is not. */
  readonly onState?: (open: boolean, problem: ProblemError | null) => void
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener("abort", () => { clearTimeout(timer); resolve() }, { once: true })
  })

/**
 * Keeps a stream open until `signal` aborts: reconnects after the last event it saw, with backoff.
 * A refusal that asking again cannot mend (4xx other than 408 and 429) ends it.
 */
export const follow = async <Events>(path: string, options: Omit<StreamOptions, "signal">, following: Following<Events>): Promise<void> => {
  const { onEvent, onState, signal } = following
  let attempt = 0
  let lastEventId = ""
  while (!signal.aborted) {
    let problem: ProblemError | null = null
    try {
      for await (const event of stream<Events>(path, { ...options, signal, lastEventId })) {
        onState?.(true, null)
        attempt = 0
        lastEventId = event.id || lastEventId
        onEvent(event)
      }
    } catch (cause) {
      if (signal.aborted) return
      problem = asProblem(cause)
    }
    if (signal.aborted) return
    onState?.(false, problem)
    if (problem && problem.status >= 400 && problem.status < 500 && problem.status !== 408 && problem.status !== 429) return
    await pause(backoff(attempt++), signal)
  }
}
