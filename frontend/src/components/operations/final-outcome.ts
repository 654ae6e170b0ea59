import type { Item, ItemState, Operation } from "./operation"
import { outcomeSentence } from "./sentences"

export const idsInState = ({ items }: Operation, state: ItemState): ReadonlyArray<string> =>
  items.filter((item) => item.state === state).map((item) => item.id)

export interface Outcome {
  readonly done: ReadonlySet<string>
  readonly remaining: ReadonlySet<string>
  readonly isSuccess: boolean
  readonly text: string
}

export const finalOutcome = (operation: Operation): Outcome => {
  const done = new Set(idsInState(operation, "done"))
  const left = new Set(operation.items.filter((item) => item.state !== "done").map((item) => item.id))
  return {
    done,
    remaining: left,
    isSuccess: operation.problem === "" && left.size === 0,
    text: outcomeSentence(operation)
  }
}

export const ITEM_STATE_ORDER: ReadonlyArray<ItemState> = [
  "failed",
  "running",
  "paused",
  "waiting",
  "done",
  "cancelled"
]

export const grouped = (
  items: ReadonlyArray<Item>
): ReadonlyArray<{ readonly state: ItemState; readonly items: ReadonlyArray<Item> }> => {
  const groups = new Map<ItemState, Array<Item>>(ITEM_STATE_ORDER.map((state) => [state, []]))
  for (const item of items) groups.get(item.state)?.push(item)
  return [...groups].filter(([, some]) => some.length > 0).map(([state, some]) => ({ state, items: some }))
}
