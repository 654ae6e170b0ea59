import { begin, type Report } from "~/components/operations/engine"
import { Lane, pageSource } from "~/components/operations/page-source"
import type { BucketPlace } from "~/lib/bucket-place"
import type { Operations } from "~/lib/operations"
import { visible } from "~/lib/visible"
import { DownloadJob, type DownloadRequest } from "./download-job"

const MAX_CONCURRENT_DOWNLOADS = 3
const lane = new Lane(MAX_CONCURRENT_DOWNLOADS)
const URL_LIFETIME_MS = 60_000

const save = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }))
  const anchor = document.createElement("a")
  anchor.href = url
  anchor.download = name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}

export const downloadObject = (operations: Operations, place: BucketPlace, downloadTarget: DownloadRequest): void => {
  const job = new DownloadJob(place, downloadTarget)
  const name = downloadTarget.key.slice(downloadTarget.key.lastIndexOf("/") + 1)
  const fetchOne = async (id: string, report: Report, signal: AbortSignal): Promise<void> => {
    const content = await job.run(signal, {
      sized: (size) => report({ type: "sized", id, size }),
      resumed: (bytes) => report({ type: "resumed", id, bytes }),
      sent: (bytes) => report({ type: "sent", id, bytes })
    })
    save(content, name)
    job.drop()
    report({ type: "done", id })
  }
  begin(operations, {
    kind: "download",
    words: { one: "object", many: "objects", doing: "Downloading", done: "downloaded" },
    target: place.bucket,
    counts: "bytes",
    source: "page",
    work: pageSource({
      atOnce: 1,
      lane,
      interruptible: true,
      holds: { drop: () => job.drop() },
      gather: async (report) => {
        report({ type: "added", items: [{ id: downloadTarget.key, name: visible(name), size: null }] })
        return [downloadTarget.key]
      },
      perform: async ([id], report, signal) => {
        if (id !== undefined) await fetchOne(id, report, signal)
      }
    })
  })
}
