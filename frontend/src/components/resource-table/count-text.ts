import { int } from "~/lib/format"
import type { Noun } from "./types"
import type { TableState } from "./use-resource-table"

type Counted = Pick<TableState, "all" | "count" | "open" | "outdated" | "status">

export const isCounted = ({ outdated, status }: Pick<Counted, "outdated" | "status">): boolean =>
  status === "ready" && !outdated

export const shareText = (state: Counted, narrowed: boolean): string => {
  if (!isCounted(state) || state.open) return ""
  return narrowed && state.all !== null ? `${int(state.count)} of ${int(state.all)}` : int(state.count)
}

export const countText = (state: Counted, noun: Noun, narrowed: boolean, failed: boolean): string => {
  if (state.status === "loading") return `Loading ${noun.many}…`
  if (!isCounted(state)) return failed ? `The ${noun.many} were not loaded` : `Searching ${noun.many}…`
  if (state.open) return `${int(state.count)}+ ${noun.many}`
  const of = narrowed && state.all !== null ? state.all : state.count
  return `${shareText(state, narrowed)} ${of === 1 ? noun.one : noun.many}`
}

export const selectedText = ({ hidden, only }: Pick<TableState, "hidden" | "only">): string =>
  only
    ? " · only these are shown"
    : hidden === null
      ? " · some may be hidden by the filter"
      : hidden > 0
        ? ` · ${int(hidden)} hidden by the filter`
        : ""

export const removedText = (gone: ReadonlyArray<string>): string =>
  gone.length === 1
    ? `${gone[0]} is gone and left the selection`
    : `${int(gone.length)} are gone and left the selection`
