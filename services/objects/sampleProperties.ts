import { DateTime, Effect } from "effect"
import {
  type CopyLoss,
  copyLosses,
  type CopyProperties,
  copyLossesOf,
  namesOfLosses
} from "#domain/objects/CopyProperties.ts"
import type { ResolvedSide, ResolvedSides } from "./comparison/comparisonSides.ts"
import { readProperties } from "./copyProperties.ts"
import type { ObjectDetailStore } from "./ObjectDetailStore.ts"
import { sameGateway } from "./objectwork/sameBucket.ts"

export const MAX_SAMPLED_OBJECTS = 20

export interface LossWarning {
  readonly message: string
  readonly read: number
  readonly counts: Readonly<Partial<Record<CopyLoss, number>>>
}

/** Reads the properties of the first `MAX_SAMPLED_OBJECTS` keys; the failure where one cannot be read. */
export const sampleProperties = (details: ObjectDetailStore["Service"]) =>
  Effect.fnUntraced(function* ({ bucket, context }: ResolvedSide, keys: ReadonlyArray<string>) {
    return yield* Effect.forEach(
      keys.slice(0, MAX_SAMPLED_OBJECTS),
      (key) =>
        Effect.map(Effect.result(readProperties(details, context.s3, { bucket, key, versionId: null })), (reading) => ({
          key,
          reading
        })),
      { concurrency: 8 }
    )
  })

type Sample = Effect.Success<ReturnType<ReturnType<typeof sampleProperties>>>

export const readableProperties = (sample: Sample): ReadonlyArray<CopyProperties> =>
  sample.flatMap(({ reading }) => (reading._tag === "Success" ? [reading.success.properties] : []))

/** Null for no loss. The run names objects that could not be read. `objectLock`: of the target; null is unknown. */
export const lossWarning = Effect.fnUntraced(function* (
  { source, target }: ResolvedSides,
  read: ReadonlyArray<CopyProperties>,
  objectLock: boolean | null,
  accepted: ReadonlyArray<CopyLoss>
) {
  const now = DateTime.toEpochMillis(yield* DateTime.now)
  const order = { sameGateway: sameGateway(source.context, target.context), objectLock }
  const all = read.flatMap((properties) => {
    const { certain, possible } = copyLossesOf(properties, order, now)
    return [...certain, ...possible]
  })
  const losses = copyLosses.filter((loss) => all.includes(loss))
  if (losses.length === 0) return null
  const refused = losses.filter((loss) => !accepted.includes(loss))
  const warning: LossWarning = {
    message:
      `Some of the first ${read.length} objects have what the target cannot take over, or may refuse: ` +
      `${namesOfLosses(losses)}. ` +
      (refused.length === 0
        ? "They are copied without it"
        : `Those with ${namesOfLosses(refused)} are not copied unless that loss is accepted`),
    read: read.length,
    counts: Object.fromEntries(losses.map((loss) => [loss, all.filter((one) => one === loss).length]))
  }
  return warning
})
