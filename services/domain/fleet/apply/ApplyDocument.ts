import { Schema, Struct } from "effect"
import { UpdateApplicationSettings } from "../../identity/application/ApplicationSettings.ts"
import { declarations } from "./sections.ts"

export const MAX_ENTRIES = 20_000

const list = <S extends Schema.Constraint>({ entry }: { readonly entry: S }) =>
  Schema.optionalKey(Schema.Array(entry).check(Schema.isMaxLength(MAX_ENTRIES)))
interface List extends Struct.Lambda {
  <S extends Schema.Constraint>(declaration: { readonly entry: S }): ReturnType<typeof list<S>>
  readonly "~lambda.out": this["~lambda.in"] extends { readonly entry: infer S extends Schema.Constraint }
    ? ReturnType<typeof list<S>>
    : never
}

const { version: _version, ...settings } = UpdateApplicationSettings.fields
export const SettingsEntry = Schema.Struct(settings).annotate({ identifier: "SettingsEntry" })
export type SettingsEntry = typeof SettingsEntry.Type

/** Absent things stay unchanged; nothing is deleted. */
export const ApplyDocument = Schema.Struct({
  version: Schema.Literal(1),
  ...Struct.map(declarations, Struct.lambda<List>(list)),
  settings: Schema.optionalKey(SettingsEntry)
}).annotate({ identifier: "ApplyDocument" })
export type ApplyDocument = typeof ApplyDocument.Type
