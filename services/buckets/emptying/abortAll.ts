import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { MAX_PASSES } from "#domain/buckets/Emptying.ts"
import type { BucketContents, PendingUpload } from "./BucketContents.ts"

interface AbortContext {
  readonly contents: BucketContents["Service"]
  readonly target: S3Target
  readonly bucket: string
  readonly note: (aborted: number) => Effect.Effect<void>
  readonly isPauseRequested: Effect.Effect<boolean>
}

const MAX_CONCURRENT_ABORTS = 2
const UPLOADS_PER_NOTE = 50

/** Resumable: aborted uploads are not listed again. */
export const abortAll = Effect.fnUntraced(function* (
  begin: number,
  { bucket, contents, note, isPauseRequested, target }: AbortContext
) {
  let aborted = begin
  const attempted = new Set<string>()
  const nameOf = ({ key, uploadId }: PendingUpload) => `${uploadId} ${key}`
  let fruitlessPasses = 0
  while (true) {
    const uploads = yield* contents.uploads(target, bucket)
    if (uploads.length === 0) return { aborted, kept: 0, end: "empty" as const }
    const untried = uploads.filter((upload) => !attempted.has(nameOf(upload)))
    if (untried.length === 0 && ++fruitlessPasses >= MAX_PASSES)
      return { aborted, kept: uploads.length, end: "kept" as const }
    const batch = untried.length === 0 ? uploads : untried
    for (let at = 0; at < batch.length; at += UPLOADS_PER_NOTE) {
      const group = batch.slice(at, at + UPLOADS_PER_NOTE)
      yield* Effect.forEach(group, (upload) => contents.abort(target, bucket, upload), {
        concurrency: MAX_CONCURRENT_ABORTS,
        discard: true
      })
      for (const upload of group) attempted.add(nameOf(upload))
      if (untried.length > 0) aborted += group.length
      yield* note(aborted)
      if (yield* isPauseRequested) return { aborted, kept: 0, end: "rested" as const }
    }
  }
})
