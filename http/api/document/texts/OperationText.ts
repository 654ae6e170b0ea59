/** `summary`: imperative, 2 to 8 words, no full stop. `description`: absent where the endpoint has one. */
export interface OperationText {
  readonly summary: string
  readonly description?: string
}

export type GroupTexts = Readonly<Record<string, OperationText>>
