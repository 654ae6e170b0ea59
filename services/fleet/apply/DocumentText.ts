import { Context, type Effect } from "effect"
import type { InvalidInput } from "#domain/platform/errors/Errors.ts"

/** A document that was written by hand: what it says, and where. */
export interface ReadDocument {
  readonly value: unknown
  /** Where something of it stands in the text; of what is not there, the nearest that is. */
  readonly placeOf: (path: ReadonlyArray<string>) => { readonly line: number; readonly column: number } | null
}

/** A remark beside an entry. */
export interface Remark {
  readonly path: ReadonlyArray<string | number>
  readonly text: string
}

/** Documents as text: YAML, and JSON, which is YAML too. */
export class DocumentText extends Context.Service<DocumentText, {
  /** Refuses tags, repeated keys, several documents, and what grows or nests beyond measure; what it says of it repeats nothing of the text. */
  readonly read: (text: string) => Effect.Effect<ReadDocument, InvalidInput>
  readonly write: (document: unknown, heading: string, remarks: ReadonlyArray<Remark>) => string
}>()("stowage/services/fleet/apply/DocumentText") {}
