import type { ExecutionContext } from "./execution-contexts"

/** How many contexts are listed at once: more is searched for, not scrolled through. */
export const LISTED = 60
/** How many of those used lately stand first. */
const RECENT = 4
/** From how many contexts on those used lately are worth a group of their own. */
const MANY = 8

export interface ContextGroup {
  readonly title: string
  readonly contexts: ReadonlyArray<ExecutionContext>
}

export interface FoundContexts {
  readonly groups: ReadonlyArray<ContextGroup>
  /** How many there are in all that fit, listed or not. */
  readonly matching: number
}

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Contexts whose name, id, kind or endpoint has every word that was typed, by endpoint; where nothing was typed, those used lately first. */
export const findContexts = (list: ReadonlyArray<ExecutionContext>, recent: ReadonlyArray<string>, typed: string): FoundContexts => {
  const wanted = words(typed)
  const matching = wanted.length === 0 ? list : list.filter(({ endpoint_name, id, name }) => {
    const text = `${name} ${id} ${endpoint_name}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  const lately = wanted.length > 0 || list.length < MANY ? [] : recent.map((id) => list.find((context) => context.id === id)).filter((context) => context !== undefined).slice(0, RECENT)
  const byEndpoint = new Map<string, Array<ExecutionContext>>()
  for (const context of matching.slice(0, LISTED)) {
    const title = context.endpoint_name
    const group = byEndpoint.get(title)
    if (group) group.push(context)
    else byEndpoint.set(title, [context])
  }
  return {
    groups: [...lately.length === 0 ? [] : [{ title: "Recent", contexts: lately }], ...[...byEndpoint].map(([title, contexts]) => ({ title, contexts }))],
    matching: matching.length
  }
}
