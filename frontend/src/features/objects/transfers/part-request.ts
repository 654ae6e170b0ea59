/** URL and headers of a part. */
export interface PartRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface PartAnswer {
  readonly status: number
  readonly text: string
}

/** Error of a cancelled or paused part. */
export const cancelled = () => new DOMException("The upload was cancelled", "AbortError")
