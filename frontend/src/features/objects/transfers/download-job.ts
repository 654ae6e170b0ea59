import { asProblem, isAbort, ProblemError } from "~/client/problem-error"
import { respond } from "~/client/request"
import { partsIn } from "~/client/scope"
import type { BucketPlace } from "~/lib/bucket-place"
import { keyHeaders } from "~/lib/customer-keys"
import { bytes } from "~/lib/format"
import { MAX_DOWNLOAD_BYTES } from "./largest-download"

const DOWNLOAD = "GET /api/browser/buckets/:bucket_name/objects/download"

const MAX_ATTEMPTS = 4
const MERGE_BYTES = 8 * 1024 ** 2

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export interface DownloadRequest {
  readonly key: string
  readonly versionId?: string
  readonly customerKey: string
}

interface Progress {
  readonly sized: (bytes: number) => void
  readonly resumed: (bytes: number) => void
  readonly sent: (bytes: number) => void
}

/** Resumes at the last byte if the ETag is the same. */
export class DownloadJob {
  private readonly place: BucketPlace
  private readonly wanted: DownloadRequest
  private whole = new Blob([])
  private pieces: Array<Uint8Array<ArrayBuffer>> = []
  private got = 0
  private size = 0
  private etag = ""

  constructor(place: BucketPlace, wanted: DownloadRequest) {
    this.place = place
    this.wanted = wanted
  }

  /** After an error, received bytes stay for the next call. */
  async run(signal: AbortSignal, progress: Progress): Promise<Blob> {
    for (let attempt = 1; ; attempt++) {
      const before = this.got
      try {
        await this.read(signal, progress)
        this.gather()
        return this.whole
      } catch (cause) {
        const status = isAbort(cause) ? 0 : asProblem(cause).status
        if (signal.aborted || isAbort(cause) || (status >= 400 && status < 500 && status !== 408 && status !== 429))
          throw cause
        // reset the retry counter after progress
        if (this.got > before) attempt = 1
        if (attempt === MAX_ATTEMPTS) throw this.got === 0 ? cause : this.brokenOff(cause)
        await pause(500 * 2 ** attempt)
        signal.throwIfAborted()
      }
    }
  }

  drop(): void {
    this.whole = new Blob([])
    this.pieces = []
    this.got = 0
    this.etag = ""
  }

  private async read(signal: AbortSignal, progress: Progress): Promise<void> {
    const { customerKey, key, versionId } = this.wanted
    // without an ETag the rest may belong to another object
    if (this.etag === "") this.drop()
    const going: Record<string, string> = this.got === 0 ? {} : { range: `bytes=${this.got}-`, "if-range": this.etag }
    const response = await respond(
      DOWNLOAD,
      partsIn(this.place, DOWNLOAD, {
        query: { key, ...(versionId === undefined ? {} : { version_id: versionId }) },
        headers: { ...keyHeaders(customerKey), ...going },
        signal
      }),
      "*/*"
    )
    if (response.status !== 206) {
      this.drop()
      this.size = Number(response.headers.get("content-length") ?? 0)
      this.etag = response.headers.get("etag") ?? ""
      if (this.size > MAX_DOWNLOAD_BYTES) {
        await response.body?.cancel()
        throw new ProblemError({
          status: 413,
          code: "too_large",
          title: "Too large for a page",
          detail:
            "An object with a key of its own above 1 GiB is downloaded by a program: its key fits no address " +
            "that a browser could fetch."
        })
      }
    }
    progress.sized(this.size)
    progress.resumed(this.got)
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
      this.pieces.push(piece.value)
      this.got += piece.value.length
      if (this.got - this.whole.size >= MERGE_BYTES) this.gather()
      progress.sent(this.got)
    }
    if (this.got !== this.size)
      throw new ProblemError({
        status: 502,
        code: "cut_off",
        title: "Cut off",
        detail: "The answer ended before the object did."
      })
  }

  private gather(): void {
    this.whole = new Blob([this.whole, ...this.pieces])
    this.pieces = []
  }

  private brokenOff(cause: unknown): ProblemError {
    return new ProblemError({
      status: 502,
      code: "cut_off",
      title: "Cut off",
      detail:
        `It broke off after ${bytes(this.got)} of ${bytes(this.size)}: ` +
        `${asProblem(cause).message} Retry goes on from there.`
    })
  }
}
