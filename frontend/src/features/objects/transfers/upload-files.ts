import { begin, type Report } from "~/components/operations/engine"
import { Lane, pageSource } from "~/components/operations/page-source"
import type { Outcome } from "~/components/operations/final-outcome"
import type { BucketPlace } from "~/lib/bucket-place"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { type ConflictChoice, CONFLICT_CHOICES, isKeyTaken } from "./key-conflict"
import { UploadJob } from "./upload-job"
import { NO_ATTRIBUTES, type UploadAttributes } from "./upload-attributes"

export interface PickedFile {
  readonly file: File
  readonly path: string
}

export interface PlannedUpload extends PickedFile {
  readonly key: string
  readonly replaces?: boolean
  readonly wanted?: string
}

export interface UploadPlace extends BucketPlace {
  readonly prefix: string
}

/** Browsers limit connections to six per host; one stays free for other requests. */
const MAX_CONCURRENT_FILES = 5
const MAX_CONCURRENT_LARGE_FILES = 3
const LARGE_FILE_BYTES = 16 * 1024 * 1024
const lane = new Lane(MAX_CONCURRENT_FILES)
const largeLane = new Lane(MAX_CONCURRENT_LARGE_FILES)

interface Upload {
  readonly place: UploadPlace
  readonly files: ReadonlyArray<PlannedUpload>
  readonly options?: UploadAttributes
  readonly besides: (planned: PlannedUpload) => Promise<PlannedUpload>
  readonly onStored: (stored: PlannedUpload) => void
  readonly onEnd?: (outcome: Outcome) => void
}

/** The limits apply over all calls. A file with a conflict waits for the user's choice. */
export const uploadFiles = (
  operations: Operations,
  { besides, files, onEnd, onStored, place, options = NO_ATTRIBUTES }: Upload
): void => {
  const jobs = new Map(
    files.map((planned, at) => [
      String(at),
      { planned, job: new UploadJob(place, planned, options), choice: null as ConflictChoice | null }
    ])
  )
  const upload = async (id: string, report: Report, signal: AbortSignal): Promise<void> => {
    const currentJob = jobs.get(id)
    if (currentJob === undefined) return
    const { choice, job } = currentJob
    if (choice === "replace") await job.replace()
    if (choice === "keep-both") {
      currentJob.planned = await besides(currentJob.planned)
      await job.moveTo(currentJob.planned.key)
      report({ type: "named", id, name: visible(currentJob.planned.path) })
    }
    currentJob.choice = null
    const run = () =>
      job.run(signal, {
        resumed: (bytes) => report({ type: "resumed", id, bytes }),
        sent: (bytes) => report({ type: "sent", id, bytes })
      })
    await (currentJob.planned.file.size > LARGE_FILE_BYTES ? largeLane.run(run) : run())
    report({ type: "done", id })
    onStored(currentJob.planned)
  }
  begin(operations, {
    kind: "upload",
    words: { one: "file", many: "files", doing: "Uploading", done: "uploaded" },
    target: `${place.bucket}/${visible(place.prefix)}`,
    counts: "bytes",
    source: "page",
    ...(onEnd ? { onEnd } : {}),
    work: pageSource({
      atOnce: MAX_CONCURRENT_FILES,
      lane,
      interruptible: true,
      holds: { drop: (id) => void jobs.get(id)?.job.discard() },
      asks: {
        choicesFor: (cause) => (isKeyTaken(cause) ? CONFLICT_CHOICES : []),
        choose: (id, newChoice) => {
          const currentJob = jobs.get(id)
          const choice = CONFLICT_CHOICES.find((one) => one.id === newChoice)?.id
          if (currentJob === undefined || choice === undefined || choice === "skip") {
            void currentJob?.job.discard()
            return false
          }
          currentJob.choice = choice
          return true
        }
      },
      gather: async (report) => {
        report({
          type: "added",
          items: files.map(({ file, path }, at) => ({ id: String(at), name: visible(path), size: file.size }))
        })
        return [...jobs.keys()]
      },
      perform: async ([id], report, signal) => {
        if (id !== undefined) await upload(id, report, signal)
      }
    })
  })
}
