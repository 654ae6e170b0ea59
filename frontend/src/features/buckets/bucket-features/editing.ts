import { createContextId, type NoSerialize, useContext } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import type { BucketPlace } from "~/lib/bucket-place"
import { type Fault, messagesAt, type Path, isSameValue, valueAt, withAt } from "./draft"
import type { Check, FeatureName, Reading, Value } from "./feature"

export interface Editing {
  readonly feature: FeatureName
  readonly place: BucketPlace
  reading: Reading
  draft: Value | null
  start: Value | null
  faults: ReadonlyArray<Fault>
  warnings: ReadonlyArray<string>
  check: NoSerialize<Check> | undefined
  checking: boolean
  problem: NoSerialize<ProblemError> | undefined
  json: boolean
  unread: string
  busy: boolean
}

export const EditingContext = createContextId<Editing>("stowage.feature-editing")

export const useEditing = () => useContext(EditingContext)

export const newEditing = (
  feature: FeatureName,
  place: BucketPlace,
  reading: Reading,
  blank: Value | null = null
): Editing => ({
  feature,
  place,
  reading,
  draft: reading.value ?? blank,
  start: reading.value ?? blank,
  faults: [],
  warnings: reading.warnings,
  check: undefined,
  checking: false,
  problem: undefined,
  json: false,
  unread: "",
  busy: false
})

export const draftValue = <A>(editing: Editing, path: Path): A => valueAt(editing.draft, path) as A

export const setDraftValue = (editing: Editing, path: Path, next: unknown): void => {
  editing.draft = withAt(editing.draft, path, next) as Value | null
}

export const isEdited = ({ draft, start, unread }: Editing): boolean => unread !== "" || !isSameValue(draft, start)

export const isChanged = ({ draft, reading, unread }: Editing): boolean =>
  unread !== "" || !isSameValue(draft, reading.value)

export const errorAt = (editing: Editing, path: Path, within = false): string =>
  messagesAt(editing.faults, path, within)
