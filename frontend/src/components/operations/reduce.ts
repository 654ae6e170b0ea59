import {
  isOpen,
  type Item,
  type ItemChoice,
  type ItemState,
  ZERO_TOTALS,
  type Operation,
  type Totals
} from "./operation"

/** Bytes are totals of the item, not increments. */
export type Event =
  | { readonly type: "added"; readonly items: ReadonlyArray<Pick<Item, "id" | "name" | "size">> }
  | { readonly type: "gathered" }
  | { readonly type: "begun"; readonly id: string }
  | { readonly type: "resumed"; readonly id: string; readonly bytes: number }
  | { readonly type: "sent"; readonly id: string; readonly bytes: number }
  | { readonly type: "sized"; readonly id: string; readonly size: number }
  | { readonly type: "done"; readonly id: string }
  | {
      readonly type: "failed"
      readonly id: string
      readonly reason: string
      readonly choices?: ReadonlyArray<ItemChoice>
    }
  | { readonly type: "named"; readonly id: string; readonly name: string }
  | { readonly type: "cancelled"; readonly id: string }
  | { readonly type: "replaced"; readonly id: string }
  | { readonly type: "paused"; readonly id: string }
  | { readonly type: "unpaused"; readonly id: string }
  | { readonly type: "retried"; readonly id: string }
  | {
      readonly type: "stands"
      readonly actions: Operation["actions"]
      readonly note: string
      readonly progress?: Operation["progress"]
    }
  | { readonly type: "undo"; readonly undo: Operation["undo"] }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "broken"; readonly reason: string }

export const newOperation = (
  what: Pick<Operation, "id" | "kind" | "words" | "target" | "counts" | "source"> & Partial<Pick<Operation, "run">>,
  now: number
): Operation => ({
  run: null,
  ...what,
  started: now,
  ended: null,
  gathering: true,
  problem: "",
  actions: [],
  note: "",
  progress: null,
  undo: "none",
  refusal: "",
  items: [],
  totals: ZERO_TOTALS,
  moved: 0
})

const weigh = (totals: Record<keyof Totals, number>, item: Item, sign: 1 | -1): void => {
  totals[item.state] += sign
  if (item.state === "cancelled") return
  totals.items += sign
  totals.bytes += sign * (item.size ?? 0)
  totals.sent += sign * arrived(item)
  if (item.size === null) totals.unsized += sign
}

const arrived = ({ sent, size, state }: Item): number => {
  if (size === null || state === "failed") return 0
  return state === "done" ? size : Math.min(sent, size)
}

const mayBecome = (from: ItemState, to: ItemState): boolean => {
  if (to === "waiting") return from === "failed" || from === "cancelled"
  if (to === "paused") return from === "waiting" || from === "running"
  if (to === "running") return from === "waiting"
  return isOpen(from)
}

const next = (
  item: Item,
  event: Exclude<Event, { readonly type: "added" | "gathered" | "broken" | "stands" | "undo" | "refused" | "replaced" }>
): Item => {
  const become = (state: ItemState, reason = "", choices: Item["choices"] = []): Item =>
    mayBecome(item.state, state) ? { ...item, state, reason, choices } : item
  switch (event.type) {
    case "begun":
      return become("running")
    case "paused":
      return become("paused")
    case "unpaused":
      return item.state === "paused" ? { ...item, state: "waiting" } : item
    case "done":
      return become("done")
    case "cancelled":
      return become("cancelled")
    case "failed":
      return become("failed", event.reason, event.choices)
    case "named":
      return { ...item, name: event.name }
    case "retried":
      return mayBecome(item.state, "waiting") ? { ...item, state: "waiting", reason: "", choices: [], sent: 0 } : item
    case "sized":
      return { ...item, size: Math.max(0, event.size) }
    case "resumed":
    case "sent":
      return item.state === "running" ? { ...item, sent: Math.max(0, event.bytes) } : item
  }
}

const itemIndexCache = new WeakMap<ReadonlyArray<Item>, ReadonlyMap<string, number>>()

const itemIndexes = (items: ReadonlyArray<Item>): ReadonlyMap<string, number> => {
  const indexes = itemIndexCache.get(items) ?? new Map(items.map((item, at) => [item.id, at]))
  itemIndexCache.set(items, indexes)
  return indexes
}

/** Ignores unknown, duplicate and late events. Costs one pass over the events and one copy of the list. */
export const reduce = (operation: Operation, events: ReadonlyArray<Event>, now: number): Operation => {
  let positions = itemIndexes(operation.items)
  const items = [...operation.items]
  const totals = { ...operation.totals }
  let { gathering, moved, problem, progress, refusal, note, undo, actions } = operation
  const replace = (at: number, item: Item) => {
    const before = items[at] as Item
    if (before === item) return
    weigh(totals, before, -1)
    weigh(totals, item, 1)
    items[at] = item
  }
  for (const event of events) {
    if (event.type === "added") {
      const grown = new Map(positions)
      for (const { id, name, size } of event.items) {
        if (grown.has(id)) continue
        const item: Item = { id, name, size, sent: 0, state: "waiting", reason: "", choices: [] }
        grown.set(id, items.push(item) - 1)
        weigh(totals, item, 1)
      }
      positions = grown
      gathering = true
      problem = ""
    } else if (event.type === "replaced") {
      const at = positions.get(event.id)
      if (at === undefined) continue
      for (const item of items.splice(at, 1)) weigh(totals, item, -1)
      positions = new Map(items.map((item, at) => [item.id, at]))
    } else if (event.type === "gathered") gathering = false
    else if (event.type === "stands") {
      actions = event.actions
      note = event.note
      progress = event.progress ?? null
    } else if (event.type === "undo") undo = event.undo
    else if (event.type === "refused") refusal = event.reason
    else if (event.type === "broken") {
      gathering = false
      problem = event.reason
      for (const [at, item] of items.entries())
        if (isOpen(item.state)) replace(at, { ...item, state: "failed", reason: event.reason })
    } else {
      const at = positions.get(event.id)
      const before = at === undefined ? undefined : items[at]
      if (at === undefined || before === undefined) continue
      const after = next(before, event)
      if (event.type === "sent" && after !== before) moved += Math.max(0, after.sent - before.sent)
      if (event.type === "done" && after !== before && after.size !== null)
        moved += Math.max(0, after.size - before.sent)
      replace(at, after)
    }
  }
  itemIndexCache.set(items, positions)
  const ended = gathering || totals.waiting + totals.running + totals.paused > 0 ? null : (operation.ended ?? now)
  return {
    ...operation,
    items,
    totals,
    gathering,
    problem,
    actions,
    note,
    progress,
    undo,
    refusal,
    moved,
    ended
  }
}
