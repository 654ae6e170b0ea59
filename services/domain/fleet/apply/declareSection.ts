import type { Schema } from "effect"
import type { Flatten } from "./flatten.ts"
import type { SecretReference } from "./SecretReference.ts"

export interface EntryReference {
  readonly section: "storage_endpoints" | "users" | "groups"
  readonly key: string
  readonly name: string
  readonly path: ReadonlyArray<string>
  readonly part: "self" | "links"
}

/** Has methods, so that the rule of one section is a rule of the entries of all sections too. */
export interface SectionRule<Entry> {
  readonly noun: string
  nameOf(entry: Entry): string
  keyOf(entry: Entry): string
  /** Returns another key of the same entry. */
  otherKeyOf?(entry: Entry): string
  /** True if the gateway has it already. */
  isImported?(entry: Entry): boolean
  readonly fields: ReadonlyArray<string>
  /** References to other entities; set after all exist. */
  readonly links?: ReadonlyArray<string>
  readonly linksNoun?: string
  /** Fields whose parts are removed if the document lacks them. Links are such fields too. */
  readonly replacedFields?: ReadonlyArray<string>
  /** How fields are compared that are not compared part by part. */
  readonly flatten?: { readonly [Field in keyof Entry]?: Flatten<NonNullable<Entry[Field]>> }
  secrets?(entry: Entry): Readonly<Record<string, SecretReference | null | undefined>>
  /** A new entry needs them; each with the message if it is missing. */
  readonly requiredSecrets?: Readonly<Record<string, string>>
  /** Secrets of an existing entry are neither compared nor changed. */
  readonly secretsOnCreateOnly?: boolean
  /** Returns the secret that an export leaves out and a new entry needs. */
  exportedWithout?(entry: Entry): string | null
  references?(entry: Entry): ReadonlyArray<EntryReference>
}

export const declareSection = <S extends Schema.Constraint>(
  declaration: { readonly entry: S } & SectionRule<S["Type"]>
) => declaration

export const referencesTo = (
  section: EntryReference["section"],
  part: EntryReference["part"],
  names: ReadonlyArray<string> | undefined,
  pathOf: (index: string) => ReadonlyArray<string>
): ReadonlyArray<EntryReference> =>
  (names ?? []).map((name, index) => ({ section, key: name.toLowerCase(), name, path: pathOf(String(index)), part }))

export const endpointReference = (name: string | undefined): ReadonlyArray<EntryReference> =>
  referencesTo("storage_endpoints", "self", name === undefined ? [] : [name], () => ["storage_endpoint"])
