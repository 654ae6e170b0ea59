import { Context, type Effect } from "effect"
import type { InvalidInput } from "#domain/platform/errors/Errors.ts"

export interface ReadDocument {
  readonly value: unknown
  /** Position in the text, or that of the nearest existing parent. */
  readonly placeOf: (path: ReadonlyArray<string>) => { readonly line: number; readonly column: number } | null
}

export interface TextAnnotation {
  readonly path: ReadonlyArray<string | number>
  readonly text: string
}

export class DocumentText extends Context.Service<
  DocumentText,
  {
    /** Rejects tags, duplicate keys, multiple documents and excessive size or nesting; errors do not quote the text. */
    readonly read: (text: string) => Effect.Effect<ReadDocument, InvalidInput>
    readonly write: (
      document: unknown,
      heading: string,
      remarks: ReadonlyArray<TextAnnotation>
    ) => Effect.Effect<string>
  }
>()("stowage/services/fleet/apply/DocumentText") {}
