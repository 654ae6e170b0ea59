import { call } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import { crc32OfWhole } from "../../../../services/domain/objects/crc32.ts"
import { inUpload, sendPart, type UploadPlan } from "./send-part"
import { sumOf } from "./sum-of"
import { sendingOf } from "./under-way"

const PARTS_AT_ONCE = 3
const TRIES = 4

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What is told of a file on its way: bytes that were there before, and those that are there now. */
interface Progress {
  readonly resumed: (bytes: number) => void
  readonly sent: (bytes: number) => void
}

/** One file on its way into a bucket. It can be ended, and tried again from where it stopped. */
export class UploadJob {
  private plan: UploadPlan | undefined
  private progress: Progress = { resumed: () => undefined, sent: () => undefined }
  private signal = new AbortController().signal
  private sendingEnds: () => void = () => undefined
  private readonly sent = new Map<number, number>()
  /** Sums of the parts that the gateway holds, as this page read them. */
  private readonly sums = new Map<number, string>()

  constructor(private readonly place: BucketPlace, readonly key: string, private readonly file: File) {}

  /** Sends it. What the gateway holds of it is freed when it is ended (`signal`), and kept for another try when it fails. */
  async run(signal: AbortSignal, progress: Progress): Promise<void> {
    const failing = new AbortController()
    this.signal = AbortSignal.any([signal, failing.signal])
    this.progress = progress
    try {
      const missing = await this.begin()
      await Promise.all(Array.from({ length: PARTS_AT_ONCE }, () => this.work(missing)))
      this.signal.throwIfAborted()
      if (this.plan) await this.complete(this.plan)
    } catch (cause) {
      // the other parts of what failed need not go on
      failing.abort()
      if (signal.aborted && this.plan) await this.free(this.plan)
      else if (asProblem(cause).status === 404) this.plan = undefined
      throw cause
    } finally {
      this.sendingEnds()
    }
  }

  /** The gateway must hold what this page read, to the byte, or the upload fails. */
  private async complete(plan: UploadPlan): Promise<void> {
    const parts = Array.from({ length: plan.part_count }, (_, index) => ({ checksum: this.sums.get(index + 1) ?? "", size_bytes: this.slice(plan, index + 1).size }))
    const { params, query } = inUpload(this.place, plan)
    await call("POST /api/browser/buckets/:bucket_name/uploads/:upload_id/complete", { params, query: { ...query, checksum: crc32OfWhole(parts) } })
  }

  private slice({ part_size_bytes }: UploadPlan, number: number): Blob {
    const start = (number - 1) * part_size_bytes
    return this.file.slice(start, Math.min(start + part_size_bytes, this.file.size))
  }

  /** What cannot be ended now, with the service away, is ended by its sweep. */
  private async free(plan: UploadPlan): Promise<void> {
    this.plan = undefined
    await call("DELETE /api/browser/buckets/:bucket_name/uploads/:upload_id", inUpload(this.place, plan)).catch(() => undefined)
  }

  /** The numbers of the parts that are still to be sent: all at first, what the gateway lacks afterwards. */
  private async begin(): Promise<Array<number>> {
    const first = this.plan === undefined
    if (this.plan === undefined) {
      const { size, type } = this.file
      const contentType = /^[\x20-\x7e]{1,255}$/.test(type) ? { content_type: type } : {}
      const body = { key: this.key, size_bytes: size, file_modified_ms: this.file.lastModified, ...contentType }
      this.plan = await call("POST /api/browser/buckets/:bucket_name/uploads", { ...inBucket(this.place), body })
      this.signal.throwIfAborted()
    }
    const plan = this.plan
    this.sendingEnds = sendingOf(plan.id)
    const all = Array.from({ length: plan.part_count }, (_, index) => index + 1)
    this.sent.clear()
    if (first && !plan.resumed) return all
    const state = await call("GET /api/browser/buckets/:bucket_name/uploads/:upload_id", inUpload(this.place, plan))
    // the same name, size and time prove nothing: what lies there must have the sums of this file, or is sent again
    for (const { checksum, part_number, size_bytes } of state.parts) {
      const blob = this.slice(plan, part_number)
      if (checksum === null || blob.size !== size_bytes || (this.sums.get(part_number) ?? await sumOf(blob, this.signal)) !== checksum) continue
      this.sums.set(part_number, checksum)
      this.sent.set(part_number, size_bytes)
      this.progress.resumed(this.total())
    }
    return all.filter((number) => !this.sent.has(number))
  }

  private async work(missing: Array<number>): Promise<void> {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) await this.part(number)
  }

  private async part(number: number): Promise<void> {
    const plan = this.plan as UploadPlan
    const blob = this.slice(plan, number)
    const checksum = await sumOf(blob, this.signal)
    this.sums.set(number, checksum)
    for (let attempt = 1; ; attempt++) {
      try {
        await sendPart(this.place, plan, { number, blob, checksum }, this.signal, (bytes) => {
          this.sent.set(number, Math.min(bytes, blob.size))
          this.tell()
        })
        this.sent.set(number, blob.size)
        return this.tell()
      } catch (cause) {
        const status = isAbort(cause) ? 0 : asProblem(cause).status
        if (isAbort(cause) || attempt === TRIES || (status >= 400 && status < 500 && status !== 408 && status !== 429)) throw cause
        await pause(500 * 2 ** attempt)
        if (this.signal.aborted) throw cause
      }
    }
  }

  private total(): number {
    let total = 0
    for (const bytes of this.sent.values()) total += bytes
    return total
  }

  private tell(): void {
    this.progress.sent(this.total())
  }
}
