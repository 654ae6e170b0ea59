import { Effect, type Redacted } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ApplyDocument } from "#domain/fleet/apply/ApplyDocument.ts"
import type { StoredEntry } from "#domain/fleet/apply/ApplyState.ts"
import type { PlannedChange } from "#domain/fleet/apply/planApply.ts"
import type { SecretReference } from "#domain/fleet/apply/SecretReference.ts"
import type { EntryOf, Section } from "#domain/fleet/apply/sections.ts"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { DeclaredGroup } from "./DeclaredPeople.ts"

export interface ReadContext {
  readonly endpoints: ReadonlyArray<StorageEndpoint>
  readonly groups: ReadonlyArray<DeclaredGroup>
  /** Keys of the entries whose settings are read from the gateway. */
  readonly gatewaySelection: "none" | "all" | ReadonlySet<string>
}

export interface ReadEntry<S extends Section> extends StoredEntry<S> {
  /** Null when it is absent or unreadable: the document's secret replaces it. */
  readonly storedSecret?: (field: string) => Effect.Effect<Redacted.Redacted | null>
}

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

/** How the entries of a section are read and changed. Has methods, so that one section's work is also that of any. */
export interface SectionWork<S extends Section> {
  read(context: ReadContext): Effect.Effect<ReadonlyArray<ReadEntry<S>>>
  createOrUpdate(change: PlannedChange<S>, entry: EntryOf<S>, context: StepContext): Step
  /** Changes only the settings that differ, and only from the values that the plan was made for. */
  setOnGateway?(change: PlannedChange<S>, entry: EntryOf<S>, id: number, context: StepContext): Step
  /** Fails if the links changed since the plan. */
  setLinks?(change: PlannedChange<S>, entry: EntryOf<S>, id: number, context: StepContext): Step
}

export const nullIfUnreadable = <A>(secret: Effect.Effect<A>): Effect.Effect<A | null> =>
  Effect.catchDefect(secret, () =>
    Effect.as(Effect.logWarning("A stored secret cannot be read: it counts as another than what is applied"), null)
  )

export const pickFields = <Entry extends object>(entry: Entry, names: ReadonlySet<string>): Partial<Entry> =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => names.has(name))) as Partial<Entry>

export const versionOf = ({ known: knownEntry }: PlannedChange): { readonly version?: number } =>
  knownEntry?.version === null || knownEntry === null ? {} : { version: knownEntry.version }
export const rowId = ({ known: knownEntry }: PlannedChange): number => Number(knownEntry?.id)
export const idOfRow = Effect.map(({ id }: { readonly id: number }) => id)
export const lowerCase = (text: string) => text.toLowerCase()
