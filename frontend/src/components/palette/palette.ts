import { asProblem } from "~/client/problem-error"
import { localGroups, type Surroundings } from "./commands"
import { type Group, type GroupName, GROUPS, type Hit, hitText } from "./hits"
import { ranked } from "./matching"
import type { PaletteResults, SearchSource } from "./sources"

export interface View {
  readonly typed: string
  readonly groups: ReadonlyArray<Group>
  readonly hits: ReadonlyArray<Hit>
  readonly chosen: Hit | null
  readonly searching: boolean
  readonly failed: { readonly names: ReadonlyArray<string>; readonly message: string } | null
  readonly notes: ReadonlyArray<string>
}

export const EMPTY_VIEW: View = {
  typed: "",
  groups: [],
  hits: [],
  chosen: null,
  searching: false,
  failed: null,
  notes: []
}

export const SEARCH_DELAY_MS = 160
const MIN_LENGTH = 2

interface Parts {
  readonly sources: ReadonlyArray<SearchSource>
  readonly around: () => Surroundings
  readonly prepare: (signal: AbortSignal) => Promise<void>
  readonly show: (view: View) => void
  readonly run: (hit: Hit, elsewhere: boolean) => void
}

/** The API's search takes no control characters and at most 100. */
export const searchText = (typed: string): string => typed.toWellFormed().replace(/\p{C}/gu, " ").trim().slice(0, 100)

const worthAsking = (question: string): boolean => question.length >= MIN_LENGTH || /[^\u0000-\u007f]/.test(question)

export class Palette {
  private readonly parts: Parts
  private typed = ""
  private requestedHit: string | null = null
  private question = ""
  private asking = new AbortController()
  private timer: ReturnType<typeof setTimeout> | undefined
  private waiting = new Set<GroupName>()
  private found = new Map<GroupName, PaletteResults>()
  private failures = new Map<GroupName, unknown>()
  private eager: { readonly elsewhere: boolean } | null = null
  private view: View = EMPTY_VIEW

  constructor(parts: Parts) {
    this.parts = parts
  }

  begin(typed: string): void {
    this.end()
    this.typed = typed
    this.put()
    if (worthAsking(searchText(typed))) return this.askSoon(0)
    void this.warm()
  }

  end(): void {
    this.asking.abort()
    clearTimeout(this.timer)
    this.typed = ""
    this.question = ""
    this.requestedHit = null
    this.eager = null
    this.waiting.clear()
    this.found.clear()
    this.failures.clear()
    this.view = EMPTY_VIEW
    this.parts.show(EMPTY_VIEW)
  }

  heed(typed: string): void {
    if (typed !== this.typed) this.type(typed)
  }

  type(typed: string): void {
    this.typed = typed
    this.requestedHit = null
    this.eager = null
    const question = searchText(typed)
    if (question === this.question) return this.put()
    this.askSoon(SEARCH_DELAY_MS)
  }

  move(by: number): void {
    const { chosen, hits } = this.view
    if (hits.length === 0) return
    const here = chosen === null ? -1 : hits.findIndex(({ id }) => id === chosen.id)
    this.requestedHit = hits[(here + by + hits.length) % hits.length]?.id ?? null
    this.eager = null
    this.put()
  }

  enter(typed: string, elsewhere: boolean): void {
    this.heed(typed)
    const { chosen } = this.compose()
    if (chosen !== null) this.parts.run(chosen, elsewhere)
    else if (this.waiting.size > 0) this.eager = { elsewhere }
  }

  tryAgain(): void {
    this.askSoon(0)
  }

  private askSoon(pause: number): void {
    this.asking.abort()
    clearTimeout(this.timer)
    const question = searchText(this.typed)
    this.question = question
    const queriedSources = worthAsking(question)
      ? this.parts.sources.filter(({ may }) => may(this.parts.around().session))
      : []
    this.waiting = new Set(queriedSources.map(({ name }) => name))
    this.failures.clear()
    for (const [name, { hits }] of this.found)
      this.found.set(name, { hits: queriedSources.length > 0 ? ranked(this.typed, hits, hitText) : [] })
    this.put()
    if (queriedSources.length === 0) return
    const controller = new AbortController()
    this.asking = controller
    this.timer = setTimeout(() => void this.ask(question, queriedSources, controller.signal), pause)
  }

  private async ask(question: string, queriedSources: ReadonlyArray<SearchSource>, signal: AbortSignal): Promise<void> {
    let failure: unknown
    try {
      await this.parts.prepare(signal)
    } catch (cause) {
      failure = cause
    }
    await Promise.all(
      queriedSources.map(async ({ ask, name }) => {
        try {
          if (failure !== undefined && name === "Buckets") throw failure
          const found = await ask(question, this.parts.around(), signal)
          if (signal.aborted) return
          this.found.set(name, found)
        } catch (cause) {
          // An aborted search belongs to an older text.
          if (signal.aborted) return
          this.found.delete(name)
          this.failures.set(name, cause)
        }
        this.waiting.delete(name)
        this.put()
      })
    )
  }

  private async warm(): Promise<void> {
    const controller = new AbortController()
    this.asking = controller
    try {
      await this.parts.prepare(controller.signal)
    } catch {
      return
    }
    if (!controller.signal.aborted) this.put()
  }

  private compose(): View {
    const local = localGroups(this.parts.around(), this.typed)
    const remote = [...this.found].map(([name, { hits }]): Group => ({ name, hits }))
    const groups = [...local, ...remote]
      .filter(({ hits }) => hits.length > 0)
      .sort((one, other) => GROUPS.indexOf(one.name) - GROUPS.indexOf(other.name))
    const hits = groups.flatMap((group) => group.hits)
    const [cause] = this.failures.values()
    return {
      typed: this.typed,
      groups,
      hits,
      chosen: hits.find(({ id }) => id === this.requestedHit) ?? hits[0] ?? null,
      searching: this.waiting.size > 0,
      failed:
        this.failures.size === 0
          ? null
          : { names: GROUPS.filter((name) => this.failures.has(name)), message: asProblem(cause).message },
      notes: [...this.found.values()].flatMap(({ note }) => (note === undefined ? [] : [note]))
    }
  }

  private put(): void {
    this.view = this.compose()
    this.parts.show(this.view)
    if (this.eager === null) return
    const { elsewhere } = this.eager
    if (this.view.chosen !== null) {
      this.eager = null
      this.parts.run(this.view.chosen, elsewhere)
    } else if (!this.view.searching) this.eager = null
  }
}
