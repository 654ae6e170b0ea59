/**
 * Text of an operation in the OpenAPI document. `summary`: imperative, 2 to 8 words, without a full stop. `description`
 * is absent where the endpoint is annotated with one.
 */
export interface OperationText {
  readonly summary: string
  readonly description?: string
}

/** Texts of a group, by endpoint. */
export type GroupTexts = Readonly<Record<string, OperationText>>
