import { ageDays, type FolderChild, type FolderSize, MAX_CHILDREN_IN_REPORT, type Sums } from "./FolderSize.ts"
import { keyOrder } from "./keyOrder.ts"

export interface SizedEntry {
  readonly key: string
  readonly bytes: number
  /** Milliseconds; null if unknown. */
  readonly writtenAt: number | null
  readonly storageClass: string
  readonly kind: "current" | "hidden" | "marker"
}

type Writable<A> = { -readonly [Key in keyof A]: A[Key] }
type Counted = { objects: number; bytes: number }

const nothing = (): Writable<Sums> => ({ objects: 0, bytes: 0, hidden_versions: 0, hidden_bytes: 0, delete_markers: 0 })

const addUp = (sum: Writable<Sums>, more: Sums): void => {
  sum.objects += more.objects
  sum.bytes += more.bytes
  sum.hidden_versions += more.hidden_versions
  sum.hidden_bytes += more.hidden_bytes
  sum.delete_markers += more.delete_markers
}

const addEntry = (sum: Writable<Sums>, { bytes, kind }: SizedEntry): void => {
  if (kind === "current") {
    sum.objects++
    sum.bytes += bytes
  } else if (kind === "hidden") {
    sum.hidden_versions++
    sum.hidden_bytes += bytes
  } else sum.delete_markers++
}

const weight = ({ bytes, hidden_bytes }: Sums): number => bytes + hidden_bytes

const bySize = (one: FolderChild, other: FolderChild): number =>
  weight(other) - weight(one) || other.objects - one.objects || keyOrder(one.key, other.key)

/** Maximum storage classes counted separately, to bound memory. */
const MAX_CLASSES = 50
const otherClasses = "(others)"

const dayLength = 86_400_000

/** Expects listing order, so that entries of a child are adjacent. `now`: milliseconds. */
export const folderSum = (prefix: string, now: number, named: number = MAX_CHILDREN_IN_REPORT) => {
  const total = nothing()
  const rest = { children: 0, ...nothing() }
  const classes = new Map<string, Counted>()
  const ages = [...ageDays, null].map((days) => ({ days, objects: 0, bytes: 0 }))
  const largest: Array<FolderChild> = []
  let open: Writable<FolderChild> | null = null
  let last: string | null = null

  const childOf = (key: string): Pick<FolderChild, "key" | "kind"> => {
    const slash = key.indexOf("/", prefix.length)
    return slash < 0 ? { key, kind: "object" } : { key: key.slice(0, slash + 1), kind: "folder" }
  }

  const trim = (): void => {
    largest.sort(bySize)
    for (const child of largest.splice(named)) {
      rest.children++
      addUp(rest, child)
    }
  }

  const add = (entry: SizedEntry): void => {
    last = entry.key
    addEntry(total, entry)
    const { key, kind } = childOf(entry.key)
    if (open === null || open.key !== key) {
      if (open !== null) largest.push(open)
      if (largest.length >= 2 * named) trim()
      open = { key, kind, ...nothing() }
    }
    addEntry(open, entry)
    if (entry.kind !== "current") return
    const name = classes.has(entry.storageClass) || classes.size < MAX_CLASSES ? entry.storageClass : otherClasses
    const ofClass = classes.get(name) ?? { objects: 0, bytes: 0 }
    classes.set(name, ofClass)
    const days = entry.writtenAt === null ? Infinity : (now - entry.writtenAt) / dayLength
    const ofAge = ages.find((age) => age.days === null || days < age.days)
    for (const counted of [ofClass, ofAge]) {
      if (counted === undefined) continue
      counted.objects++
      counted.bytes += entry.bytes
    }
  }

  const result = (): FolderSize => {
    const children = [...largest, ...(open === null ? [] : [{ ...open }])].sort(bySize)
    const small = { ...rest }
    for (const child of children.splice(named)) {
      small.children++
      addUp(small, child)
    }
    return {
      prefix,
      ...total,
      children,
      rest: small,
      storage_classes: Array.from(classes, ([storage_class, counted]) => ({ storage_class, ...counted })).sort(
        (one, other) =>
          other.bytes - one.bytes || other.objects - one.objects || (one.storage_class < other.storage_class ? -1 : 1)
      ),
      ages: ages.map((age) => ({ ...age })),
      last_key: last
    }
  }

  return { add, result }
}
