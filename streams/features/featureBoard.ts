import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type ExposureRow, exposureParts } from "#domain/buckets/features/ExposureRow.ts"
import { type FeatureName, featureNames } from "#domain/buckets/features/FeatureName.ts"
import type { FeatureProblem } from "#domain/buckets/features/FeatureReading.ts"
import type { ReadFeature } from "#domain/buckets/features/readFeature.ts"
import type { ReadColumn } from "#services/buckets/features/FeatureColumns.ts"
import type { OpenLinks } from "#domain/buckets/policies/OpenLinks.ts"
import { makePacer, type Pacer } from "#services/platform/work/Pacer.ts"

/** What was read, when (milliseconds of the epoch), and its text for whoever is told; of a feature, or of the exposure. */
export interface Known {
  readonly at: number
  readonly text: string
  readonly problem: FeatureProblem | null
  readonly feature: ReadFeature | null
  readonly exposure: ExposureRow | null
}

/** Milliseconds before what could not be read may be asked for again by hand. */
const patience = 1_000

/** The documents that a column is made of. */
export const documentsOf = (column: ReadColumn): ReadonlyArray<FeatureName> => column === "exposure" ? exposureParts : [column]

/** Those who want the same of the same buckets. */
export interface Want {
  readonly features: ReadonlyArray<ReadColumn>
  /** Null: they are not known yet. */
  names: ReadonlySet<string> | null
  /** Of these something is still to be read. */
  readonly incomplete: Set<string>
  /** Of these something was read that nobody was told of. */
  readonly fresh: Set<string>
  /** Everything was read, and everybody was told so. */
  settled: boolean
  /** Called after something was read. */
  readonly tell: () => void
}

/** What is known of the features of one context's buckets, and what is being read. */
export interface Board {
  readonly listingKey: string
  context: ResolvedContext
  readonly cells: Map<string, Map<ReadColumn, Known>>
  readonly wants: Set<Want>
  /** To be read, in this order. */
  readonly pending: Map<string, Set<ReadColumn>>
  readonly reading: Map<string, Set<ReadColumn>>
  /** Changed while they were read. */
  readonly again: Map<string, Set<ReadColumn>>
  readonly pacer: Pacer
  /** Open links by bucket; null: not read yet. */
  links: ReadonlyMap<string, OpenLinks> | null
  usedAt: number
}

/** What is older is read again before it is taken for the present; what could not be read, sooner. Milliseconds. */
const fresh = 60_000
const freshProblem = 10_000

export const makeBoard = (context: ResolvedContext, now: number): Board => ({
  listingKey: context.listingKey, context, cells: new Map(), wants: new Set(), pending: new Map(), reading: new Map(), again: new Map(),
  pacer: makePacer(), links: null, usedAt: now
})

export const isFresh = ({ at, problem }: Known, now: number, slack = 1): boolean => now - at < slack * (problem === null ? fresh : freshProblem)

const add = (to: Map<string, Set<ReadColumn>>, bucket: string, feature: ReadColumn) => {
  const some = to.get(bucket) ?? new Set()
  to.set(bucket, some.add(feature))
}

/** Puts on the list what is missing or too old for a want. `slack`: how many times older than usual it may be. */
export const demand = (board: Board, want: Want, now: number, slack = 1): void => {
  for (const name of want.names ?? []) {
    const cells = board.cells.get(name)
    for (const feature of want.features) {
      const known = cells?.get(feature)
      if (known !== undefined && isFresh(known, now, slack)) continue
      want.incomplete.add(name)
      want.settled = false
      if (board.reading.get(name)?.has(feature) !== true) add(board.pending, name, feature)
    }
  }
}

/** The next bucket to be read, and what of it. */
export const take = (board: Board): readonly [bucket: string, features: ReadonlyArray<ReadColumn>] | null => {
  // one that is being read waits: two series of one bucket would tell of each other's past
  for (const [bucket, features] of board.pending) {
    if (board.reading.has(bucket)) continue
    board.pending.delete(bucket)
    board.reading.set(bucket, features)
    return [bucket, [...features]]
  }
  return null
}

/** Writes down what was read; whoever wants it is told later, all at once. */
export const put = (board: Board, bucket: string, read: ReadonlyArray<readonly [ReadColumn, Known]>): void => {
  board.reading.delete(bucket)
  const again = board.again.get(bucket)
  board.again.delete(bucket)
  const cells = board.cells.get(bucket) ?? new Map<ReadColumn, Known>()
  board.cells.set(bucket, cells)
  for (const [feature, known] of read) cells.set(feature, known)
  for (const feature of again ?? []) add(board.pending, bucket, feature)
  for (const want of board.wants) {
    if (want.names?.has(bucket) !== true) continue
    want.fresh.add(bucket)
    const open = want.features.some((feature) => !cells.has(feature) || board.pending.get(bucket)?.has(feature) === true)
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
    want.settled = false
    if (!reading) add(board.pending, bucket, column)
  }
}

/** Somebody changed it: what is known of it, and of what it is a part of, is the past. */
export const forget = (board: Board, bucket: string, name: string): void => {
  const feature = featureNames.find((known) => known === name)
  if (feature === undefined) return
  forgetColumn(board, bucket, feature)
  if (exposureParts.some((part) => part === feature)) forgetColumn(board, bucket, "exposure")
}

/** Takes over open links that were read anew: the exposure of buckets whose links changed is read again. */
export const takeLinks = (board: Board, links: Board["links"]): void => {
  const before = board.links
  board.links = links
  if (before === null || links === null) return
  for (const bucket of new Set([...before.keys(), ...links.keys()])) {
    if (JSON.stringify(before.get(bucket)) !== JSON.stringify(links.get(bucket))) forgetColumn(board, bucket, "exposure")
  }
}

/** Forgets the exposure of all buckets. */
export const forgetExposure = (board: Board): void => {
  for (const bucket of board.cells.keys()) forgetColumn(board, bucket, "exposure")
}

/** What could not be read is asked for again, without waiting until it is old. */
export const forgetProblems = (board: Board, columns: ReadonlyArray<ReadColumn>, now: number): void => {
  for (const [bucket, cells] of board.cells) {
    for (const column of columns) {
      const known = cells.get(column)
      if (known !== undefined && known.problem !== null && now - known.at > patience) forgetColumn(board, bucket, column)
    }
  }
}

/** A want is given up: what nobody else wants is not read. */
export const leaveBoard = (board: Board, want: Want): void => {
  board.wants.delete(want)
  for (const [bucket, features] of board.pending) {
    const wanted = [...board.wants].filter(({ names }) => names?.has(bucket) === true)
    for (const feature of features) if (!wanted.some((one) => one.features.includes(feature))) features.delete(feature)
    if (features.size === 0) board.pending.delete(bucket)
  }
}
