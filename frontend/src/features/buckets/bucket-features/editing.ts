import { createContextId, type NoSerialize, useContext } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import type { BucketPlace } from "~/lib/bucket-place"
import { type Fault, messagesAt, type Path, same, valueAt, withAt } from "./draft"
import type { Check, FeatureName, Reading, Value } from "./feature"

/** An edit that is under way: one model, whichever way it is shown. */
export interface Editing {
  readonly feature: FeatureName
  readonly place: BucketPlace
  /** What it began from, with the version that is sent. */
  reading: Reading
  /** As it is to be; null: not set. */
  draft: Value | null
  /** What the last look at the draft found. */
  faults: ReadonlyArray<Fault>
  warnings: ReadonlyArray<string>
  check: NoSerialize<Check> | undefined
  /** The draft was not looked at yet. */
  checking: boolean
  /** What the service could not look at, or refused, and no field is to blame for. */
  problem: NoSerialize<ProblemError> | undefined
  /** Whether it is shown as JSON. */
  json: boolean
  /** Why what stands in the JSON editor is no draft; "" otherwise. */
  unread: string
  /** Nothing can be typed meanwhile. */
  busy: boolean
}

export const EditingContext = createContextId<Editing>("stowage.feature-editing")

export const useEditing = () => useContext(EditingContext)

export const begun = (feature: FeatureName, place: BucketPlace, reading: Reading): Editing => ({
  feature, place, reading, draft: reading.value, faults: [], warnings: reading.warnings, check: undefined, checking: false, problem: undefined,
  json: false, unread: "", busy: false
})

/** What the draft holds at a path, as its form knows it to be. */
export const at = <A>(editing: Editing, path: Path): A => valueAt(editing.draft, path) as A

/** Puts something at a path of the draft. The path `[]` is all of it. */
export const put = (editing: Editing, path: Path, next: unknown): void => { editing.draft = withAt(editing.draft, path, next) as Value | null }

export const isChanged = ({ draft, reading, unread }: Editing): boolean => unread !== "" || !same(draft, reading.value)

export const errorAt = (editing: Editing, path: Path, within = false): string => messagesAt(editing.faults, path, within)
