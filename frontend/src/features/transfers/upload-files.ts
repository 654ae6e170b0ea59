import type { BucketPlace } from "~/lib/bucket-place"
import { addTransfer, type Transfers } from "~/lib/transfers"
import { UploadJob } from "./upload-job"

/** A file and the path below the prefix that it is dropped on. */
export interface PickedFile {
  readonly file: File
  readonly path: string
}

const FILES_AT_ONCE = 3
const waiting: Array<() => Promise<void>> = []
let running = 0

const pump = (): void => {
  for (let next = running < FILES_AT_ONCE ? waiting.shift() : undefined; next; next = running < FILES_AT_ONCE ? waiting.shift() : undefined) {
    running++
    void next().finally(() => {
      running--
      pump()
    })
  }
}

/** Uploads files below a prefix, three at a time. They go on while the user is on other pages of the console. */
export const uploadFiles = (transfers: Transfers, place: BucketPlace, prefix: string, files: ReadonlyArray<PickedFile>, onDone: () => void): void => {
  for (const { file, path } of files) {
    const id = crypto.randomUUID()
    const job = new UploadJob(place, prefix + path, file, () => transfers.items.find((item) => item.id === id))
    const enqueue = () => {
      waiting.push(async () => {
        if (transfers.items.find((item) => item.id === id)?.state === "cancelled") return
        await job.run()
        onDone()
      })
      pump()
    }
    addTransfer(transfers, { id, name: path, target: `${place.bucket}/${prefix}`, size: file.size }, {
      cancel: () => void job.cancel(),
      retry: () => {
        const shown = transfers.items.find((item) => item.id === id)
        if (shown) shown.state = "queued"
        enqueue()
      }
    })
    enqueue()
  }
}
