import { begin, type Report } from "~/components/operations/engine"
import { Lane, pageWork } from "~/components/operations/page-work"
import type { Outcome } from "~/components/operations/settled"
import type { BucketPlace } from "~/lib/bucket-place"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { UploadJob } from "./upload-job"

/** A file and the path below the prefix that it is dropped on. */
export interface PickedFile {
  readonly file: File
  readonly path: string
}

/** A file and the key that it gets. */
export interface PlannedUpload extends PickedFile {
  readonly key: string
}

export interface UploadPlace extends BucketPlace {
  readonly prefix: string
}

const FILES_AT_ONCE = 3
const lane = new Lane(FILES_AT_ONCE)

/** Uploads files, three at a time of all that are under way. `onStored` hears of each that arrived. */
export const uploadFiles = (
  operations: Operations, place: UploadPlace, files: ReadonlyArray<PlannedUpload>, onStored: (stored: PlannedUpload) => void, onEnd?: (outcome: Outcome) => void
): void => {
  const jobs = new Map(files.map((planned, at) => [String(at), { planned, job: new UploadJob(place, planned.key, planned.file) }]))
  const upload = async (id: string, report: Report, signal: AbortSignal): Promise<void> => {
    const found = jobs.get(id)
    if (found === undefined) return
    await found.job.run(signal, {
      resumed: (bytes) => report({ type: "resumed", id, bytes }),
      sent: (bytes) => report({ type: "sent", id, bytes })
    })
    report({ type: "done", id })
    onStored(found.planned)
  }
  begin(operations, {
    kind: "upload",
    words: { one: "file", many: "files", doing: "Uploading", done: "uploaded" },
    target: `${place.bucket}/${visible(place.prefix)}`,
    counts: "bytes",
    source: "page",
    ...(onEnd ? { onEnd } : {}),
    work: pageWork({
      atOnce: FILES_AT_ONCE,
      lane,
      interruptible: true,
      gather: async (report) => {
        report({ type: "added", items: files.map(({ file, path }, at) => ({ id: String(at), name: visible(path), size: file.size })) })
        return [...jobs.keys()]
      },
      perform: async ([id], report, signal) => { if (id !== undefined) await upload(id, report, signal) }
    })
  })
}
