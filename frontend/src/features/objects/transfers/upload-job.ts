import { callIn } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { PAUSE_REASON } from "~/components/operations/page-source"
import type { BucketPlace } from "~/lib/bucket-place"
import { keyHeaders, storeCustomerKey } from "~/lib/customer-keys"
import { combineCrc32 } from "../../../../../services/domain/objects/crc32.ts"
import { inUpload, sendPart, sendObject, type UploadPlan } from "./send-part"
import { sumOf } from "./sum-of"
import { isKeyTaken, keyTakenProblem } from "./key-conflict"
import { NO_ATTRIBUTES, type UploadAttributes } from "./upload-attributes"
import { markSending } from "./active-transfers"

const MAX_CONCURRENT_PARTS = 3
const MAX_ATTEMPTS = 4
const MAX_SINGLE_REQUEST_BYTES = 4 * 1024 * 1024

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Progress {
  readonly resumed: (bytes: number) => void
  readonly sent: (bytes: number) => void
}

export class UploadJob {
  private readonly place: BucketPlace
  private key: string
  private readonly file: File
  private replaces: boolean
  private readonly options: UploadAttributes
  private plan: UploadPlan | undefined
  private progress: Progress = { resumed: () => undefined, sent: () => undefined }
  private signal = new AbortController().signal
  private sendingEnds: () => void = () => undefined
  private readonly sent = new Map<number, number>()
  private readonly sums = new Map<number, string>()

  constructor(
    place: BucketPlace,
    { file, key, replaces = false }: { readonly key: string; readonly file: File; readonly replaces?: boolean },
    options: UploadAttributes = NO_ATTRIBUTES
  ) {
    this.place = place
    this.key = key
    this.file = file
    this.replaces = replaces
    this.options = options
  }

  async replace(): Promise<void> {
    this.replaces = true
    // a multipart upload is planned again and resumed
    if (this.plan?.strategy === "multipart") this.plan = undefined
    else await this.discard()
  }

  async moveTo(key: string): Promise<void> {
    await this.discard()
    this.key = key
    this.replaces = false
  }

  /** `signal` aborts and frees stored parts, unless paused (`HELD`); an error keeps them. */
  async run(signal: AbortSignal, progress: Progress): Promise<void> {
    const failing = new AbortController()
    this.signal = AbortSignal.any([signal, failing.signal])
    this.progress = progress
    try {
      if (this.file.size <= MAX_SINGLE_REQUEST_BYTES) return await this.whole()
      const missing = await this.begin()
      await Promise.all(Array.from({ length: MAX_CONCURRENT_PARTS }, () => this.work(missing)))
      this.signal.throwIfAborted()
      if (this.plan) await this.complete(this.plan)
    } catch (cause) {
      failing.abort()
      if (signal.reason === PAUSE_REASON) throw cause
      if (signal.aborted) await this.discard()
      else if (asProblem(cause).status === 404) this.plan = undefined
      throw isKeyTaken(cause) ? keyTakenProblem() : cause
    } finally {
      this.sendingEnds()
    }
  }

  async discard(): Promise<void> {
    if (this.plan) await this.free(this.plan)
  }

  private async complete(plan: UploadPlan): Promise<void> {
    await this.join(plan)
    storeCustomerKey(this.place, this.key, this.options.customerKey)
  }

  private join(plan: UploadPlan) {
    const parts = Array.from({ length: plan.part_count }, (_, index) => ({
      checksum: this.sums.get(index + 1) ?? "",
      size_bytes: this.slice(plan, index + 1).size
    }))
    return callIn(this.place, "POST /api/browser/buckets/:bucket_name/uploads/:upload_id/complete", {
      ...inUpload(plan),
      query: { checksum: combineCrc32(parts) },
      headers: this.headers()
    })
  }

  /** An earlier attempt may have succeeded without an answer. */
  private async isThere(plan: UploadPlan): Promise<boolean> {
    try {
      return (await this.join(plan)).verified
    } catch (cause) {
      if (asProblem(cause).status === 409) return false
      throw cause
    }
  }

  private get onConflict(): "refuse" | "replace" {
    return this.replaces ? "replace" : "refuse"
  }

  private slice({ part_size_bytes }: UploadPlan, number: number): Blob {
    const start = (number - 1) * part_size_bytes
    return this.file.slice(start, Math.min(start + part_size_bytes, this.file.size))
  }

  /** If the service is unavailable, its cleanup job aborts the upload later. */
  private async free(plan: UploadPlan): Promise<void> {
    this.plan = undefined
    await callIn(this.place, "DELETE /api/browser/buckets/:bucket_name/uploads/:upload_id", inUpload(plan)).catch(
      () => undefined
    )
  }

  private async begin(): Promise<Array<number>> {
    const first = this.plan === undefined
    if (this.plan === undefined) {
      const { lastModified, size } = this.file
      const type = this.contentType()
      const body = {
        key: this.key,
        size_bytes: size,
        file_modified_ms: lastModified,
        on_conflict: this.onConflict,
        ...(type === undefined ? {} : { content_type: type }),
        ...this.options.attributes
      }
      this.plan = await callIn(this.place, "POST /api/browser/buckets/:bucket_name/uploads", {
        body,
        headers: this.headers()
      })
      this.signal.throwIfAborted()
    }
    const plan = this.plan
    this.sendingEnds = markSending(plan.id)
    const all = Array.from({ length: plan.part_count }, (_, index) => index + 1)
    this.sent.clear()
    if (first && !plan.resumed) return all
    const state = await callIn(this.place, "GET /api/browser/buckets/:bucket_name/uploads/:upload_id", {
      ...inUpload(plan),
      headers: this.headers()
    })
    // name, size and time prove no identity: stored parts with other sums are sent again
    for (const { checksum, part_number, size_bytes } of state.parts) {
      const blob = this.slice(plan, part_number)
      if (
        checksum === null ||
        blob.size !== size_bytes ||
        (this.sums.get(part_number) ?? (await sumOf(blob, this.signal))) !== checksum
      )
        continue
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
    try {
      await this.tried(
        (onSent) =>
          sendPart(this.place, plan, { number, blob, checksum, headers: this.headers() }, this.signal, onSent),
        number,
        blob
      )
    } catch (cause) {
      // through the service, the service checks this itself
      if (plan.transport !== "direct" || !isKeyTaken(cause) || !(await this.isThere(plan))) throw cause
    }
  }

  private async whole(): Promise<void> {
    const { content_type: declaredType, ...attributes } = this.options.attributes
    const checksum = await sumOf(this.file, this.signal)
    this.sent.clear()
    const object = {
      key: this.key,
      blob: this.file,
      checksum,
      contentType: declaredType ?? this.contentType(),
      onConflict: this.onConflict,
      attributes,
      headers: this.headers()
    }
    await this.tried((sent) => sendObject(this.place, object, this.signal, sent), 1, this.file)
    storeCustomerKey(this.place, this.key, this.options.customerKey)
  }

  private contentType(): string | undefined {
    if (this.key.endsWith("/")) return "application/x-directory"
    return /^[\x20-\x7e]{1,255}$/.test(this.file.type) ? this.file.type : undefined
  }

  private async tried(
    send: (onProgress: (bytes: number) => void) => Promise<void>,
    number: number,
    blob: Blob
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await send((bytes) => {
          this.sent.set(number, Math.min(bytes, blob.size))
          this.tell()
        })
        this.sent.set(number, blob.size)
        return this.tell()
      } catch (cause) {
        const status = isAbort(cause) ? 0 : asProblem(cause).status
        if (
          isAbort(cause) ||
          attempt === MAX_ATTEMPTS ||
          (status >= 400 && status < 500 && status !== 408 && status !== 429)
        )
          throw cause
        await pause(500 * 2 ** attempt)
        if (this.signal.aborted) throw cause
      }
    }
  }

  private headers(): Record<string, string> {
    return keyHeaders(this.options.customerKey)
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
