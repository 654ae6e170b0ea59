import { call } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import type { Transfer } from "~/lib/transfers"
import { inUpload, sendPart, type UploadPlan } from "./send-part"

const PARTS_AT_ONCE = 3
const TRIES = 4

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** One file on its way into a bucket. It can be cancelled, and tried again from where it stopped. */
export class UploadJob {
  private plan: UploadPlan | undefined
  private controller = new AbortController()
  private readonly sent = new Map<number, number>()

  constructor(private readonly place: BucketPlace, readonly key: string, private readonly file: File, private readonly show: () => Transfer | undefined) {}

  async run(): Promise<void> {
    this.controller = new AbortController()
    this.change({ state: "running", error: "" })
    try {
      const missing = await this.begin()
      await Promise.all(Array.from({ length: PARTS_AT_ONCE }, () => this.work(missing)))
      if (this.plan) await call("POST /api/browser/buckets/:bucket_name/uploads/:upload_id/complete", inUpload(this.place, this.plan))
      this.change({ state: "done", sent: this.file.size })
    } catch (cause) {
      if (isAbort(cause) || this.controller.signal.aborted) return this.change({ state: "cancelled" })
      this.controller.abort()
      this.change({ state: "failed", error: asProblem(cause).message })
    }
  }

  /** Stops sending and frees what the gateway holds of it. */
  async cancel(): Promise<void> {
    this.controller.abort()
    this.change({ state: "cancelled" })
    if (this.plan) await this.free(this.plan)
  }

  /** What cannot be ended now, with the service away, is ended by its sweep. */
  private async free(plan: UploadPlan): Promise<void> {
    await call("DELETE /api/browser/buckets/:bucket_name/uploads/:upload_id", inUpload(this.place, plan)).catch(() => undefined)
  }

  /** The numbers of the parts that are still to be sent: all at first, what the gateway lacks afterwards. */
  private async begin(): Promise<Array<number>> {
    if (this.plan === undefined) {
      const { size, type } = this.file
      const contentType = /^[\x20-\x7e]{1,255}$/.test(type) ? { content_type: type } : {}
      const body = { key: this.key, size_bytes: size, ...contentType }
      this.plan = await call("POST /api/browser/buckets/:bucket_name/uploads", { ...inBucket(this.place), body })
      if (this.controller.signal.aborted) await this.free(this.plan)
    }
    const all = Array.from({ length: this.plan.part_count }, (_, index) => index + 1)
    this.sent.clear()
    const state = await call("GET /api/browser/buckets/:bucket_name/uploads/:upload_id", inUpload(this.place, this.plan))
    for (const part of state.parts) this.sent.set(part.part_number, part.size_bytes)
    this.progress()
    return all.filter((number) => !this.sent.has(number))
  }

  private async work(missing: Array<number>): Promise<void> {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) await this.part(number)
  }

  private async part(number: number): Promise<void> {
    const plan = this.plan as UploadPlan
    const start = (number - 1) * plan.part_size_bytes
    const blob = this.file.slice(start, Math.min(start + plan.part_size_bytes, this.file.size))
    for (let attempt = 1; ; attempt++) {
      try {
        await sendPart(this.place, plan, number, blob, this.controller.signal, (bytes) => {
          this.sent.set(number, Math.min(bytes, blob.size))
          this.progress()
        })
        this.sent.set(number, blob.size)
        return this.progress()
      } catch (cause) {
        const status = isAbort(cause) ? 0 : asProblem(cause).status
        if (isAbort(cause) || attempt === TRIES || (status >= 400 && status < 500 && status !== 408 && status !== 429)) throw cause
        await pause(500 * 2 ** attempt)
        if (this.controller.signal.aborted) throw cause
      }
    }
  }

  private progress(): void {
    let total = 0
    for (const bytes of this.sent.values()) total += bytes
    this.change({ sent: total })
  }

  private change(values: Partial<Pick<Transfer, "state" | "sent" | "error">>): void {
    const shown = this.show()
    if (shown) Object.assign(shown, values)
  }
}
