import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type ExposureRow, exposureParts } from "#domain/buckets/features/ExposureRow.ts"
import { type FeatureName, featureNames } from "#domain/buckets/features/FeatureName.ts"
import type { FeatureProblem } from "#domain/buckets/features/FeatureReading.ts"
import type { ReadFeature } from "#domain/buckets/features/readFeature.ts"
import type { ReadColumn } from "#services/buckets/features/FeatureColumns.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import { makeAdaptiveLimiter, type AdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"

export interface CachedFeatures {
  readonly at: number
  readonly text: string
  readonly problem: FeatureProblem | null
  readonly feature: ReadFeature | null
  readonly exposure: ExposureRow | null
}

const MIN_RETRY_AGE_MS = 1_000

export const documentsOf = (column: ReadColumn): ReadonlyArray<FeatureName> =>
  column === "exposure" ? exposureParts : [column]

export interface ColumnDemand {
  readonly features: ReadonlyArray<ReadColumn>
  names: ReadonlySet<string> | null
  readonly incomplete: Set<string>
  readonly fresh: Set<string>
  isComplete: boolean
  readonly notify: () => void
}

export interface Board {
  readonly listingKey: string
  context: ResolvedContext
  readonly cells: Map<string, Map<ReadColumn, CachedFeatures>>
  readonly wants: Set<ColumnDemand>
  readonly pending: Map<string, Set<ReadColumn>>
  readonly reading: Map<string, Set<ReadColumn>>
  readonly again: Map<string, Set<ReadColumn>>
  readonly pacer: AdaptiveLimiter
  links: ReadonlyMap<string, OpenLinks> | null
  usedAt: number
}

const MAX_AGE_MS = 60_000
const PROBLEM_MAX_AGE_MS = 10_000

export const makeBoard = (context: ResolvedContext, now: number): Board => ({
  listingKey: context.listingKey,
  context,
  cells: new Map(),
  wants: new Set(),
  pending: new Map(),
  reading: new Map(),
  again: new Map(),
  pacer: makeAdaptiveLimiter(),
  links: null,
  usedAt: now
})

export const isFresh = ({ at, problem }: CachedFeatures, now: number, slack = 1): boolean =>
  now - at < slack * (problem === null ? MAX_AGE_MS : PROBLEM_MAX_AGE_MS)

const add = (to: Map<string, Set<ReadColumn>>, bucket: string, feature: ReadColumn) => {
  const some = to.get(bucket) ?? new Set()
  to.set(bucket, some.add(feature))
}

export const addDemand = (board: Board, want: ColumnDemand, now: number, slack = 1): void => {
  for (const name of want.names ?? []) {
    const cells = board.cells.get(name)
    for (const feature of want.features) {
      const known = cells?.get(feature)
      if (known !== undefined && isFresh(known, now, slack)) continue
      want.incomplete.add(name)
      want.isComplete = false
      if (board.reading.get(name)?.has(feature) !== true) add(board.pending, name, feature)
    }
  }
}

export const takeNextBucket = (board: Board): readonly [bucket: string, features: ReadonlyArray<ReadColumn>] | null => {
  // a bucket in reading is skipped: concurrent reads could overwrite newer values with older ones
  for (const [bucket, features] of board.pending) {
    if (board.reading.has(bucket)) continue
    board.pending.delete(bucket)
    board.reading.set(bucket, features)
    return [bucket, [...features]]
  }
  return null
}

export const storeReadings = (
  board: Board,
  bucket: string,
  read: ReadonlyArray<readonly [ReadColumn, CachedFeatures]>
): void => {
  board.reading.delete(bucket)
  const again = board.again.get(bucket)
  board.again.delete(bucket)
  const cells = board.cells.get(bucket) ?? new Map<ReadColumn, CachedFeatures>()
  board.cells.set(bucket, cells)
  for (const [feature, known] of read) cells.set(feature, known)
  for (const feature of again ?? []) add(board.pending, bucket, feature)
  for (const want of board.wants) {
    if (want.names?.has(bucket) !== true) continue
    want.fresh.add(bucket)
    const open = want.features.some(
      (feature) => !cells.has(feature) || board.pending.get(bucket)?.has(feature) === true
    )
    if (!open) want.incomplete.delete(bucket)
  }
}

const forgetColumn = (board: Board, bucket: string, column: ReadColumn): void => {
  const reading = board.reading.get(bucket)?.has(column) === true
  if (reading) add(board.again, bucket, column)
  board.cells.get(bucket)?.delete(column)
  for (const want of board.wants) {
    if (want.names?.has(bucket) !== true || !want.features.includes(column)) continue
    want.incomplete.add(bucket)
    want.isComplete = false
    if (!reading) add(board.pending, bucket, column)
  }
}

export const invalidateFeature = (board: Board, bucket: string, name: string): void => {
  const feature = featureNames.find((known) => known === name)
  if (feature === undefined) return
  forgetColumn(board, bucket, feature)
  if (exposureParts.some((part) => part === feature)) forgetColumn(board, bucket, "exposure")
}

export const updateLinks = (board: Board, links: Board["links"]): void => {
  const before = board.links
  board.links = links
  if (before === null || links === null) return
  for (const bucket of new Set([...before.keys(), ...links.keys()])) {
    if (JSON.stringify(before.get(bucket)) !== JSON.stringify(links.get(bucket)))
      forgetColumn(board, bucket, "exposure")
  }
}

export const invalidateExposure = (board: Board): void => {
  for (const bucket of board.cells.keys()) forgetColumn(board, bucket, "exposure")
}

export const invalidateProblems = (board: Board, columns: ReadonlyArray<ReadColumn>, now: number): void => {
  for (const [bucket, cells] of board.cells) {
    for (const column of columns) {
      const known = cells.get(column)
      if (known !== undefined && known.problem !== null && now - known.at > MIN_RETRY_AGE_MS)
        forgetColumn(board, bucket, column)
    }
  }
}

export const removeDemand = (board: Board, want: ColumnDemand): void => {
  board.wants.delete(want)
  for (const [bucket, features] of board.pending) {
    const otherWants = [...board.wants].filter(({ names }) => names?.has(bucket) === true)
    for (const feature of features)
      if (!otherWants.some((one) => one.features.includes(feature))) features.delete(feature)
    if (features.size === 0) board.pending.delete(bucket)
  }
}
