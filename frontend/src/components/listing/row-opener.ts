import { type NoSerialize, noSerialize } from "@builder.io/qwik"
import { asProblem, isAbort, ProblemError } from "~/client/problem-error"
import type { Row } from "../resource-table/types"

export type Opened<R> =
  | { readonly status: "none" | "loading" | "gone"; readonly row: null; readonly problem: null }
  | { readonly status: "ready"; readonly row: R; readonly problem: null }
  | { readonly status: "failed"; readonly row: null; readonly problem: NoSerialize<ProblemError> }

export const NOTHING_OPEN = { status: "none", row: null, problem: null } as const
const LOADING = { status: "loading", row: null, problem: null } as const
const NOT_FOUND_STATUSES = [400, 404, 414, 422, 431]
const NOT_FOUND = { status: "gone", row: null, problem: null } as const

export class RowOpener<R extends Row> {
  private readonly one: (key: string, signal: AbortSignal) => Promise<R>
  private readonly show: (opened: Opened<R>) => void
  private key = ""
  private asked = ""
  private question = new AbortController()
  private opened: Opened<R> = NOTHING_OPEN

  constructor(one: (key: string, signal: AbortSignal) => Promise<R>, show: (opened: Opened<R>) => void) {
    this.one = one
    this.show = show
  }

  look(key: string, found: R | undefined, readings: number, settled: boolean): void {
    if (key !== this.key) {
      this.key = key
      this.asked = ""
      this.question.abort()
      this.put(key === "" ? NOTHING_OPEN : LOADING)
    }
    if (key === "") return
    if (found !== undefined) {
      this.question.abort()
      this.put({ status: "ready", row: found, problem: null })
      return
    }
    const question = `${readings} ${key}`
    if (!settled || question === this.asked) return
    this.asked = question
    void this.ask(key)
  }

  again(): void {
    if (this.key === "") return
    this.put(LOADING)
    void this.ask(this.key)
  }

  stop(): void {
    this.question.abort()
  }

  private async ask(key: string): Promise<void> {
    this.question.abort()
    this.question = new AbortController()
    const { signal } = this.question
    try {
      const row = await this.one(key, signal)
      if (!signal.aborted) this.put({ status: "ready", row, problem: null })
    } catch (cause) {
      if (signal.aborted || isAbort(cause)) return
      const problem = asProblem(cause)
      // Malformed and overlong keys count as not found.
      if (NOT_FOUND_STATUSES.includes(problem.status)) this.put(NOT_FOUND)
      else if (this.opened.status !== "ready") this.put({ status: "failed", row: null, problem: noSerialize(problem) })
    }
  }

  private put(opened: Opened<R>): void {
    this.opened = opened
    this.show(opened)
  }
}

export const noSuchRow = (): ProblemError =>
  new ProblemError({ status: 404, code: "not_found", title: "Not found", detail: "" })
