import type { Schema } from "effect"
import { editFaults, pathsInWords } from "../features/editFaults.ts"
import { equivalentDocuments } from "../features/equivalentDocuments.ts"
import type { FeaturePlace } from "../features/Feature.ts"
import type { FeatureName } from "../features/FeatureName.ts"
import { featureOf } from "../features/features.ts"
import { featureOfChange, type ValueChange } from "./BucketChange.ts"
import { changeValue, type ChangeObstacle } from "./changeValue.ts"

export interface ProposedValue {
  readonly value: Schema.Json
  readonly base: string | null
  readonly detail: string
  readonly rewritten: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

export interface FeatureProposal {
  readonly feature: FeatureName
  readonly propose: (
    current: unknown,
    before: string | null,
    bucket: string,
    owner: string | null
  ) => ProposedValue | ChangeObstacle
}

export const changeProposal = (change: ValueChange): FeatureProposal => ({
  feature: featureOfChange(change),
  propose: (current, before, bucket, owner) => {
    const changed = changeValue(change, current, bucket, owner)
    return "obstacle" in changed ? changed : { ...changed, base: before, warnings: [] }
  }
})

export interface PreviousDocument {
  readonly before: string | null
  readonly before_summary: string
}

export interface ComparedDocuments extends PreviousDocument {
  readonly after: string | null
  readonly after_summary: string
  readonly rewritten: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

export type ChangeDecision =
  | {
      readonly _tag: "Refused"
      readonly cause: "read_only" | "undecodable" | "obstacle"
      readonly reason: string
      readonly known: Partial<PreviousDocument>
    }
  | { readonly _tag: "Same"; readonly compared: ComparedDocuments }
  | {
      readonly _tag: "Changes"
      readonly compared: ComparedDocuments
      readonly value: Schema.Json
      readonly detail: string
    }

/** Shared by plans of bulk changes and the drift of golden templates, so that both agree. */
export const decideChange = (
  { feature: name, propose }: FeatureProposal,
  place: FeaturePlace,
  owner: string | null,
  before: string | null
): ChangeDecision => {
  const feature = featureOf(name)
  const readOnly = feature.readOnly(place.dialect)
  if (readOnly !== null) return { _tag: "Refused", cause: "read_only", reason: readOnly, known: {} }
  const current = feature.understand(before)
  if (current === null)
    return {
      _tag: "Refused",
      cause: "undecodable",
      reason: "What stands there is not understood, and would be lost",
      known: { before }
    }
  const summary = (of: unknown) => feature.summary(of) || "not set"
  const previousState = { before, before_summary: summary(current.value) }
  const obstacle = (reason: string): ChangeDecision => ({
    _tag: "Refused",
    cause: "obstacle",
    reason,
    known: previousState
  })
  const proposed = propose(current.value, before, place.bucket, owner)
  if ("obstacle" in proposed) return obstacle(proposed.obstacle)
  const { base, detail, rewritten, value, warnings } = proposed
  const [fault] = editFaults(feature, value, place, before)
  if (fault !== undefined) return obstacle(fault.message)
  const after = feature.express(value, base)
  const unknown = feature.unknown(after).map(({ path }) => path)
  const compared: ComparedDocuments = {
    ...previousState,
    after,
    after_summary: summary(value),
    rewritten,
    warnings: [
      ...(unknown.length === 0
        ? []
        : [`Parts that Stowage does not know are copied as they are: ${pathsInWords(unknown)}`]),
      ...feature.warnings(value, place),
      ...warnings
    ]
  }
  return equivalentDocuments(feature, before, after)
    ? { _tag: "Same", compared }
    : { _tag: "Changes", compared, value, detail }
}
