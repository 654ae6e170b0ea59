import { keyOrder } from "../keyOrder.ts"

/** `index` numbers the versions of a key, newest first. */
export interface OrderedEntry {
  readonly key: string
  readonly index: number
}

export interface ListingBuffer<Entry> {
  readonly entries: ReadonlyArray<Entry>
  readonly more: boolean
}

export interface EntryPair<Entry> {
  readonly key: string
  readonly source: Entry | null
  readonly target: Entry | null
}

const entryOrder = (one: OrderedEntry, other: OrderedEntry): number =>
  keyOrder(one.key, other.key) || one.index - other.index

/** Merges as far as both are known. Afterwards one continuing buffer is empty, or both listings have ended. */
export const mergeListings = <Entry extends OrderedEntry>(
  source: ListingBuffer<Entry>,
  target: ListingBuffer<Entry>
): {
  readonly pairs: ReadonlyArray<EntryPair<Entry>>
  readonly source: ListingBuffer<Entry>
  readonly target: ListingBuffer<Entry>
} => {
  const pairs: Array<EntryPair<Entry>> = []
  let [sourceAt, targetAt] = [0, 0]
  for (;;) {
    const [one, other] = [source.entries[sourceAt], target.entries[targetAt]]
    if ((one === undefined && source.more) || (other === undefined && target.more)) break
    if (one === undefined && other === undefined) break
    const order = one === undefined ? 1 : other === undefined ? -1 : entryOrder(one, other)
    if (order <= 0) sourceAt += 1
    if (order >= 0) targetAt += 1
    const [left, right] = [order <= 0 ? (one ?? null) : null, order >= 0 ? (other ?? null) : null]
    pairs.push({ key: (left ?? right)?.key ?? "", source: left, target: right })
  }
  return {
    pairs,
    source: { entries: source.entries.slice(sourceAt), more: source.more },
    target: { entries: target.entries.slice(targetAt), more: target.more }
  }
}
