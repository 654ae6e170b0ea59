export interface PartRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface PartAnswer {
  readonly status: number
  readonly text: string
}

export const cancelled = () => new DOMException("The upload was cancelled", "AbortError")
