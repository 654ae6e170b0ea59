/** Where a part goes, and what goes with it. */
export interface PartRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface PartAnswer {
  readonly status: number
  readonly text: string
}

/** Why a part that somebody cancelled or paused did not arrive. */
export const cancelled = () => new DOMException("The upload was cancelled", "AbortError")
