import type { Effect, Redacted } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ApplyDocument } from "#domain/fleet/apply/ApplyDocument.ts"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import type { SecretReference } from "#domain/fleet/apply/SecretReference.ts"
import type { Section } from "#domain/fleet/apply/sections.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"

export interface StepContext {
  readonly caller: Caller
  readonly document: ApplyDocument
  /** Another endpoint becomes the default, which raises the version of the old one. */
  readonly defaultMoves: boolean
  readonly idOf: (section: Section, key: string) => number
  readonly secretOf: <R extends SecretReference | null | undefined>(
    reference: R
  ) => Redacted.Redacted | Extract<R, null | undefined>
}

export type Step = Effect.Effect<number | string, DomainError>

export const pickFields = <Entry extends object>(entry: Entry, names: ReadonlySet<string>): Partial<Entry> =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name))) as Partial<Entry>

export const versionOf = ({ known: knownEntry }: PlannedChange): { readonly version?: number } =>
  knownEntry?.version === null || knownEntry === null ? {} : { version: knownEntry.version }
export const rowId = ({ known: knownEntry }: PlannedChange): number => Number(knownEntry?.id)
export const lowerCase = (text: string) => text.toLowerCase()
