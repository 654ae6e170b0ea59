/** Workspaces whose pages act in an execution context. */
export type ContextWorkspace = "manager" | "browser"

/** How many contexts a browser remembers for each workspace. */
const KEPT = 8
const keyOf = (workspace: ContextWorkspace): string => `stowage:contexts:${workspace}`

/** What a browser kept; whatever it is, only texts count. */
export const readRecentContexts = (text: string | null): ReadonlyArray<string> => {
  try {
    const kept: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string").slice(0, KEPT) : []
  } catch {
    // not ours, or cut off: as good as nothing
    return []
  }
}

/** Ids of the contexts that were used in a workspace, the last one first. Kept per browser. */
export const recentContexts = (workspace: ContextWorkspace): ReadonlyArray<string> => readRecentContexts(localStorage.getItem(keyOf(workspace)))

export const rememberContext = (workspace: ContextWorkspace, id: string): void => {
  const before = recentContexts(workspace)
  if (before[0] !== id) localStorage.setItem(keyOf(workspace), JSON.stringify([id, ...before.filter((other) => other !== id)].slice(0, KEPT)))
}
