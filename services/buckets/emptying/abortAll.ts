import { Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { passesMost } from "#domain/buckets/Emptying.ts"
import type { BucketContents, PendingUpload } from "./BucketContents.ts"

interface Around {
  readonly contents: BucketContents["Service"]
  readonly target: S3Target
  readonly bucket: string
  readonly note: (aborted: number) => Effect.Effect<void>
  readonly restWanted: Effect.Effect<boolean>
}

/** Uploads that are aborted side by side, and between two notes. */
const atOnce = 2
const together = 50

/** Ends every unfinished upload of a bucket; its parts go with it. What was ended is listed no more. */
export const abortAll = Effect.fnUntraced(function*(begin: number, { bucket, contents, note, restWanted, target }: Around) {
  let aborted = begin
  const tried = new Set<string>()
  const nameOf = ({ key, uploadId }: PendingUpload) => `${uploadId} ${key}`
  let again = 0
  while (true) {
    const uploads = yield* contents.uploads(target, bucket)
    if (uploads.length === 0) return { aborted, kept: 0, end: "empty" as const }
    const fresh = uploads.filter((upload) => !tried.has(nameOf(upload)))
    if (fresh.length === 0 && ++again >= passesMost) return { aborted, kept: uploads.length, end: "kept" as const }
    const now = fresh.length === 0 ? uploads : fresh
    for (let at = 0; at < now.length; at += together) {
      const some = now.slice(at, at + together)
      yield* Effect.forEach(some, (upload) => contents.abort(target, bucket, upload), { concurrency: atOnce, discard: true })
      for (const upload of some) tried.add(nameOf(upload))
      if (fresh.length > 0) aborted += some.length
      yield* note(aborted)
      if (yield* restWanted) return { aborted, kept: 0, end: "rested" as const }
    }
  }
})
