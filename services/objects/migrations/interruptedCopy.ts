import { Effect } from "effect"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { ResolvedSides } from "../comparison/comparisonSides.ts"
import { CopiedKeys } from "../objectwork/CopiedKeys.ts"
import type { CopyCheckpoint } from "../objectwork/copyPortion.ts"
import { unconfirmedCopies } from "../objectwork/removeCopies.ts"

export const interruptedCopy = Effect.gen(function* () {
  const [store, multipart, copied] = yield* Effect.all([ObjectStore, MultipartStore, CopiedKeys])
  return Effect.fnUntraced(function* (runId: number, { source, target }: ResolvedSides, notes: CopyCheckpoint | null) {
    const portion = source.bucket
    for (const { key, upload_id } of notes?.uploads ?? [])
      yield* multipart.abort(target.context.s3, { bucket: target.bucket, key, gatewayUploadId: upload_id })
    const between = {
      source: source.context.s3,
      bucket: source.bucket,
      there: target.context.s3,
      targetBucket: target.bucket,
      move: false
    }
    for (const { objects } of [notes?.decided ?? [], notes?.next ?? []].flat()) {
      // a copy of this run that a newer one replaced is as unconfirmed as a new one
      const owned = new Set(
        (yield* copied.find(
          runId,
          portion,
          objects.map(({ to }) => to)
        )).map(({ key }) => key)
      )
      const unfinished = objects.map((one) => (owned.has(one.to) ? { ...one, taken: false } : one))
      yield* copied.record(runId, portion, yield* unconfirmedCopies(store, between, unfinished))
    }
  })
})
