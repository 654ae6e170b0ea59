import type { ExecutionContext } from "./execution-contexts"

export const MAX_LISTED_CONTEXTS = 60
const MAX_RECENT = 4
const RECENT_GROUP_FROM = 8

export interface ContextGroup {
  readonly title: string
  readonly contexts: ReadonlyArray<ExecutionContext>
}

export interface ContextMatches {
  readonly groups: ReadonlyArray<ContextGroup>
  readonly matching: number
}

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().split(/\s+/).filter(Boolean)

export const findContexts = (
  list: ReadonlyArray<ExecutionContext>,
  recent: ReadonlyArray<string>,
  typed: string
): ContextMatches => {
  const searchWords = words(typed)
  const matching =
    searchWords.length === 0
      ? list
      : list.filter(({ endpoint_name, id, name }) => {
          const text = `${name} ${id} ${endpoint_name}`.toLowerCase()
          return searchWords.every((word) => text.includes(word))
        })
  const lately =
    searchWords.length > 0 || list.length < RECENT_GROUP_FROM
      ? []
      : recent
          .map((id) => list.find((context) => context.id === id))
          .filter((context) => context !== undefined)
          .slice(0, MAX_RECENT)
  const byEndpoint = new Map<string, Array<ExecutionContext>>()
  for (const context of matching.slice(0, MAX_LISTED_CONTEXTS)) {
    const title = context.endpoint_name
    const group = byEndpoint.get(title)
    if (group) group.push(context)
    else byEndpoint.set(title, [context])
  }
  return {
    groups: [
      ...(lately.length === 0 ? [] : [{ title: "Recent", contexts: lately }]),
      ...[...byEndpoint].map(([title, contexts]) => ({ title, contexts }))
    ],
    matching: matching.length
  }
}
