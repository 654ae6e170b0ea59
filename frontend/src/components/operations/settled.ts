import type { Item, ItemState, Operation } from "./operation"
import { outcomeOf } from "./sentences"

/** The ids of what came to one end. */
export const idsIn = ({ items }: Operation, state: ItemState): ReadonlyArray<string> =>
  items.filter((item) => item.state === state).map((item) => item.id)

/** How an operation ended, for what follows from it. */
export interface Outcome {
  /** Ids of what was done. */
  readonly done: ReadonlySet<string>
  /** Ids of what was not, whatever the reason. */
  readonly left: ReadonlySet<string>
  /** Nothing is left to do. */
  readonly well: boolean
  /** The same in words. */
  readonly text: string
}

export const settled = (operation: Operation): Outcome => {
  const done = new Set(idsIn(operation, "done"))
  const left = new Set(operation.items.filter((item) => item.state !== "done").map((item) => item.id))
  return {
    done,
    left,
    well: operation.problem === "" && left.size === 0,
    text: outcomeOf(operation)
  }
}

/** The order in which people need to see it: what failed first, then what moves, then the rest. */
export const ORDER: ReadonlyArray<ItemState> = ["failed", "running", "paused", "waiting", "done", "cancelled"]

/** Items by what became of them, in that order; states that none has are left out. */
export const grouped = (items: ReadonlyArray<Item>): ReadonlyArray<{ readonly state: ItemState; readonly items: ReadonlyArray<Item> }> => {
  const groups = new Map<ItemState, Array<Item>>(ORDER.map((state) => [state, []]))
  for (const item of items) groups.get(item.state)?.push(item)
  return [...groups].filter(([, some]) => some.length > 0).map(([state, some]) => ({ state, items: some }))
}
