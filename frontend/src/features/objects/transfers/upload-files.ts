import { begin, type Report } from "~/components/operations/engine"
import { Lane, pageWork } from "~/components/operations/page-work"
import type { Outcome } from "~/components/operations/settled"
import type { BucketPlace } from "~/lib/bucket-place"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { type Choice, CHOICES, isTaken } from "./taken-key"
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
  /** Somebody chose that it takes the place of what is under that key; without it, nothing that is there is replaced. */
  readonly replaces?: boolean
  /** The key that it would have had, where that was taken. */
  readonly wanted?: string
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

interface Upload {
  readonly place: UploadPlace
  readonly files: ReadonlyArray<PlannedUpload>
  readonly told?: Told
  /** The same file under a key that nothing has. */
  readonly besides: (planned: PlannedUpload) => Promise<PlannedUpload>
  /** Hears of each that arrived. */
  readonly onStored: (stored: PlannedUpload) => void
  readonly onEnd?: (outcome: Outcome) => void
}

/** Uploads files, five at a time of all that are under way, and of large ones three. Whose key was taken meanwhile waits for another choice. */
export const uploadFiles = (operations: Operations, { besides, files, onEnd, onStored, place, told = NOTHING_TOLD }: Upload): void => {
  const jobs = new Map(files.map((planned, at) => [String(at), { planned, job: new UploadJob(place, planned, told), choice: null as Choice | null }]))
  const upload = async (id: string, report: Report, signal: AbortSignal): Promise<void> => {
    const found = jobs.get(id)
    if (found === undefined) return
    const { choice, job } = found
    if (choice === "replace") await job.replace()
    if (choice === "keep-both") {
      found.planned = await besides(found.planned)
      await job.moveTo(found.planned.key)
      report({ type: "named", id, name: visible(found.planned.path) })
    }
    found.choice = null
    const run = () => job.run(signal, {
      resumed: (bytes) => report({ type: "resumed", id, bytes }),
      sent: (bytes) => report({ type: "sent", id, bytes })
    })
    await (found.planned.file.size > ONE_PIECE ? largeLane.run(run) : run())
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
      holds: { drop: (id) => void jobs.get(id)?.job.discard() },
      asks: {
        choicesFor: (cause) => isTaken(cause) ? CHOICES : [],
        choose: (id, chosen) => {
          const found = jobs.get(id)
          const choice = CHOICES.find((one) => one.id === chosen)?.id
          if (found === undefined || choice === undefined || choice === "skip") {
            void found?.job.discard()
            return false
          }
          found.choice = choice
          return true
        }
      },
      gather: async (report) => {
        report({ type: "added", items: files.map(({ file, path }, at) => ({ id: String(at), name: visible(path), size: file.size })) })
        return [...jobs.keys()]
      },
      perform: async ([id], report, signal) => { if (id !== undefined) await upload(id, report, signal) }
    })
  })
}
