import { begin, type Report } from "~/components/operations/engine"
import { Lane, pageWork } from "~/components/operations/page-work"
import type { Outcome } from "~/components/operations/settled"
import type { BucketPlace } from "~/lib/bucket-place"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { UploadJob } from "./upload-job"
import { NOTHING_TOLD, type Told } from "./upload-told"

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

/** Browsers hold six connections to a host: one is left for what the page asks meanwhile. */
const FILES_AT_ONCE = 5
/** Of those that go in parts, of which three are in memory at a time. */
const LARGE_AT_ONCE = 3
const ONE_PIECE = 16 * 1024 * 1024
const lane = new Lane(FILES_AT_ONCE)
const largeLane = new Lane(LARGE_AT_ONCE)

/** Uploads files, five at a time of all that are under way, and of large ones three. `onStored` hears of each that arrived. */
export const uploadFiles = (
  operations: Operations, place: UploadPlace, files: ReadonlyArray<PlannedUpload>, onStored: (stored: PlannedUpload) => void, onEnd?: (outcome: Outcome) => void, told: Told = NOTHING_TOLD
): void => {
  const jobs = new Map(files.map((planned, at) => [String(at), { planned, job: new UploadJob(place, planned.key, planned.file, told) }]))
  const upload = async (id: string, report: Report, signal: AbortSignal): Promise<void> => {
    const found = jobs.get(id)
    if (found === undefined) return
    const { job, planned } = found
    const run = () => job.run(signal, {
      resumed: (bytes) => report({ type: "resumed", id, bytes }),
      sent: (bytes) => report({ type: "sent", id, bytes })
    })
    await (planned.file.size > ONE_PIECE ? largeLane.run(run) : run())
    report({ type: "done", id })
    onStored(planned)
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
      holds: { drop: (id) => void jobs.get(id)?.job.discard() },
      gather: async (report) => {
        report({ type: "added", items: files.map(({ file, path }, at) => ({ id: String(at), name: visible(path), size: file.size })) })
        return [...jobs.keys()]
      },
      perform: async ([id], report, signal) => { if (id !== undefined) await upload(id, report, signal) }
    })
  })
}
