export type ContextWorkspace = "manager" | "browser"

const MAX_RECENT = 8
const keyOf = (workspace: ContextWorkspace): string => `stowage:contexts:${workspace}`

export const readRecentContexts = (text: string | null): ReadonlyArray<string> => {
  try {
    const stored: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string").slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export const recentContexts = (workspace: ContextWorkspace): ReadonlyArray<string> =>
  readRecentContexts(localStorage.getItem(keyOf(workspace)))

export const addRecentContext = (workspace: ContextWorkspace, id: string): void => {
  const before = recentContexts(workspace)
  if (before[0] !== id)
    localStorage.setItem(
      keyOf(workspace),
      JSON.stringify([id, ...before.filter((other) => other !== id)].slice(0, MAX_RECENT))
    )
}
