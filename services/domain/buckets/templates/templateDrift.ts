import type { BucketSetting } from "../changes/BucketChange.ts"
import { changeProposal, decideChange } from "../changes/decideChange.ts"
import type { FeaturePlace } from "../features/Feature.ts"
import type { FeatureProblem } from "../features/FeatureReading.ts"
import type { DriftReason, DriftState, SettingDrift } from "./GoldenTemplate.ts"

/** Raise it when decisions change, so that stored verdicts are recomputed. */
export const DECISION_VERSION = 1

export type StoredDocument =
  | { readonly _tag: "Unread" }
  | { readonly _tag: "Unreadable"; readonly problem: FeatureProblem }
  | { readonly _tag: "Read"; readonly document: string | null }

export interface TemplateVerdict {
  readonly state: DriftState
  readonly settings: ReadonlyArray<SettingDrift>
}

export const UNDECODABLE_CODES: ReadonlyArray<string | null> = ["UnreadableAnswer", "UndecodableAttribute"]

const settingDrift = (setting: BucketSetting, place: FeaturePlace, stored: StoredDocument): SettingDrift => {
  const { kind } = setting
  const unknown = (reason: DriftReason, problem: string, found: string | null = null): SettingDrift => ({
    kind,
    state: "unknown",
    found,
    wanted: null,
    detail: "",
    reason,
    problem
  })
  switch (stored._tag) {
    case "Unread":
      return unknown("not_read", "It was not read since the bucket changed")
    case "Unreadable":
      return unknown(
        UNDECODABLE_CODES.includes(stored.problem.storage_code) ? "undecodable" : "unreadable",
        stored.problem.detail
      )
    case "Read": {
      const decision = decideChange(changeProposal(setting), place, null, stored.document)
      switch (decision._tag) {
        case "Refused":
          return unknown(
            decision.cause === "undecodable" ? "undecodable" : "obstacle",
            decision.reason,
            decision.known.before_summary ?? null
          )
        case "Same":
        case "Changes":
          return {
            kind,
            state: decision._tag === "Same" ? "agrees" : "differs",
            found: decision.compared.before_summary,
            wanted: decision.compared.after_summary,
            detail: decision._tag === "Same" ? "" : decision.detail,
            reason: null,
            problem: null
          }
      }
    }
  }
}

/** One known difference suffices to differ; agreement requires that all settings are known to agree. */
export const templateDrift = (
  settings: ReadonlyArray<BucketSetting>,
  place: FeaturePlace,
  documentOf: (kind: BucketSetting["kind"]) => StoredDocument
): TemplateVerdict => {
  const compared = settings.map((setting) => settingDrift(setting, place, documentOf(setting.kind)))
  const has = (state: DriftState) => compared.some((one) => one.state === state)
  return { state: has("differs") ? "differs" : has("unknown") ? "unknown" : "agrees", settings: compared }
}
