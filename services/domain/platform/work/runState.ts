/** Where a piece of work stands. The words are those of migrations, which are one kind of it. */
export const runStates = [
  "planning", "queued", "running", "pause_requested", "paused", "cancel_requested", "canceled", "completed", "completed_with_errors", "rolled_back"
] as const
export type RunState = (typeof runStates)[number]

export const itemStates = ["pending", "running", "completed", "failed", "skipped", "canceled", "rolled_back"] as const
export type ItemState = (typeof itemStates)[number]

/** The workspaces whose people see a run. */
export const workScopes = ["admin", "manager", "browser"] as const
export type WorkScope = (typeof workScopes)[number]

/**
 * Whose runs: those of administrators, or those about one listing. Of `manager` whoever may act as a context of it sees them, of
 * `browser` whoever may see its objects.
 */
export type WorkPlace = "admin" | { readonly scope: "manager" | "browser"; readonly listingKey: string }

export const scopeOf = (place: WorkPlace): WorkScope => place === "admin" ? "admin" : place.scope

/** What happens to objects is in no audit trail, whoever does it. */
export const isAuditedScope = (scope: WorkScope): boolean => scope !== "browser"

/** Doing it, or undoing what was done. */
export type Direction = "forward" | "back"

/** What somebody may ask of a run. */
export const wishes = ["pause", "resume", "stop", "undo"] as const
export type Wish = (typeof wishes)[number]

/** How many items there are in each state. */
export type ItemCounts = Readonly<Record<ItemState, number>>

export const noItems: ItemCounts = { pending: 0, running: 0, completed: 0, failed: 0, skipped: 0, canceled: 0, rolled_back: 0 }

export const countAll = (counts: ItemCounts): number => itemStates.reduce((sum, state) => sum + counts[state], 0)

/** Nothing more happens to it by itself. */
export const isEnded = (state: RunState): boolean =>
  state === "canceled" || state === "completed" || state === "completed_with_errors" || state === "rolled_back"

/** A runner has something to do for it. */
export const wantsRunner = (state: RunState): boolean =>
  state === "queued" || state === "running" || state === "pause_requested" || state === "cancel_requested"

/**
 * The state after a wish, or null where it cannot be granted now. Whoever runs it grants the rest: a pause and an end come between
 * two items, never within one. `undoable`: how many items kept their inverse.
 */
export const afterWish = (state: RunState, wish: Wish, undoable: number): RunState | null => {
  switch (wish) {
    case "pause":
      return state === "queued" ? "paused" : state === "running" ? "pause_requested" : null
    case "resume":
      return state === "paused" ? "queued" : state === "pause_requested" ? "running" : null
    case "stop":
      return state === "queued" || state === "running" || state === "pause_requested" || state === "paused" ? "cancel_requested" : null
    case "undo":
      return isEnded(state) && undoable > 0 ? "queued" : null
  }
}

/** Every wish that would be granted. */
export const wishesIn = (state: RunState, undoable: number): ReadonlyArray<Wish> => wishes.filter((wish) => afterWish(state, wish, undoable) !== null)

/** What a runner makes of a state when it comes between two items: it goes on, or this is how it ends or rests. */
export const betweenItems = (state: RunState): "go on" | "rest" | "end" =>
  state === "pause_requested" || state === "paused" ? "rest" : state === "cancel_requested" || isEnded(state) ? "end" : "go on"

/**
 * How a run ends that has nothing left to do. Doing: with errors once one item failed. Undoing: only what was wholly taken back is
 * `rolled_back`; what could not be counts as an error.
 */
export const endOf = (direction: Direction, stopped: boolean, counts: ItemCounts, undoable: number): RunState => {
  if (stopped) return "canceled"
  if (direction === "back") return undoable === 0 ? "rolled_back" : "completed_with_errors"
  return counts.failed > 0 ? "completed_with_errors" : "completed"
}

/** How far it is, 0 to 1; never falls while items only settle. */
export const shareOf = (counts: ItemCounts): number => {
  const all = countAll(counts)
  return all === 0 ? 1 : (all - counts.pending - counts.running) / all
}
