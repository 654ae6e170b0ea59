import { addPart, AGE_CLASS_BOUNDS, classIndex, noAges, noSizes, type Part, SIZE_CLASS_BOUNDS } from "./usageClasses.ts"
import { firstPathSegment, topPrefixes } from "./usagePrefixes.ts"
import type { PrefixShare, UsageContents } from "./UsageContents.ts"

export interface ListedVersion {
  readonly key: string
  readonly size: number
  /** Milliseconds; Infinity when unknown. */
  readonly writtenAt: number
  readonly isMarker: boolean
  readonly storageClass: string
}

const DAY_MS = 86_400_000
const OLD_UPLOAD_MS = 7 * DAY_MS

export const contentsCount = (bucket: string, now: number) => {
  const current: Part = { count: 0, bytes: 0 }
  const noncurrent: Part = { count: 0, bytes: 0 }
  const sizes = noSizes()
  const ages = noAges()
  const classes = new Map<string, Part>()
  const prefixes = new Map<string, { -readonly [Key in keyof PrefixShare]: PrefixShare[Key] }>()
  const uploads = { count: 0, old_count: 0, bytes: 0, bytes_complete: true, oldest: Infinity }
  let markers = 0
  let lastKey: string | null = null

  const version = ({ key, size, storageClass, writtenAt }: ListedVersion, isCurrent: boolean) => {
    addPart(isCurrent ? current : noncurrent, size)
    const age = (now - writtenAt) / DAY_MS
    addPart(sizes[classIndex(SIZE_CLASS_BOUNDS, size)]!, size)
    addPart(ages[classIndex(AGE_CLASS_BOUNDS, age)]!, size)
    const stored = classes.get(storageClass) ?? { count: 0, bytes: 0 }
    addPart(stored, size)
    classes.set(storageClass, stored)
    const prefix = firstPathSegment(key)
    const below = prefixes.get(prefix) ?? {
      bucket,
      prefix,
      count: 0,
      bytes: 0,
      written_7_days_bytes: 0,
      written_30_days_bytes: 0
    }
    addPart(below, size)
    if (age < 7) below.written_7_days_bytes += size
    if (age < 30) below.written_30_days_bytes += size
    prefixes.set(prefix, below)
  }

  return {
    /** In listing order: versions of a key are adjacent, newest first. */
    versions: (listed: ReadonlyArray<ListedVersion>) => {
      for (const one of listed) {
        const isCurrent = one.key !== lastKey
        lastKey = one.key
        if (one.isMarker) markers += 1
        else version(one, isCurrent)
      }
    },
    upload: (begunAt: number | null, bytes: number | null) => {
      uploads.count += 1
      if (begunAt !== null && now - begunAt > OLD_UPLOAD_MS) uploads.old_count += 1
      uploads.oldest = Math.min(uploads.oldest, begunAt ?? Infinity)
      uploads.bytes += bytes ?? 0
      if (bytes === null) uploads.bytes_complete = false
    },
    listed: () => current.count + noncurrent.count + markers,
    result: (complete: boolean): UsageContents => {
      const { oldest, ...begun } = uploads
      return {
        looked_at: new Date(now).toISOString(),
        complete,
        listed_count: current.count + noncurrent.count + markers,
        current: { ...current },
        noncurrent: { ...noncurrent },
        delete_marker_count: markers,
        uploads: { ...begun, oldest_at: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null },
        hidden_bytes: noncurrent.bytes + uploads.bytes,
        size_classes: SIZE_CLASS_BOUNDS.map((from_bytes, at) => ({
          from_bytes,
          below_bytes: SIZE_CLASS_BOUNDS[at + 1] ?? null,
          ...sizes[at]!
        })),
        ages: AGE_CLASS_BOUNDS.map((from_days, at) => ({
          from_days,
          below_days: AGE_CLASS_BOUNDS[at + 1] ?? null,
          ...ages[at]!
        })),
        storage_classes: [...classes]
          .map(([storage_class, part]) => ({ storage_class, ...part }))
          .sort((one, other) => other.bytes - one.bytes),
        prefixes: topPrefixes([...prefixes.values()])
      }
    }
  }
}
