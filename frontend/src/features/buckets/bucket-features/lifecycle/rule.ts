import type { WordedRule } from "../../../../../../services/domain/buckets/lifecycle/ruleSentence.ts"
import { ruleSentences } from "../../../../../../services/domain/buckets/lifecycle/ruleSentence.ts"
import type { Template } from "../feature-editor"

export type Rule = WordedRule

export const blankRule = {
  id: null,
  enabled: true,
  filter: { prefix: "", tags: [], size_greater_than: null, size_less_than: null },
  expiration: null,
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: { days: 7 }
} satisfies Rule

const under = (prefix: string) => ({ ...blankRule.filter, prefix })
const nothing = { ...blankRule, abort_multipart: null }

export const templates: ReadonlyArray<Template> = [
  {
    name: "Clean up uploads",
    text: "Unfinished uploads go after 7 days",
    value: { rules: [{ ...nothing, id: "clean-up-uploads", abort_multipart: { days: 7 } }] }
  },
  {
    name: "Expire tmp/",
    text: "Objects under tmp/ go after 7 days",
    value: { rules: [{ ...nothing, id: "expire-tmp", filter: under("tmp/"), expiration: { days: 7 } }] }
  },
  {
    name: "Keep the last versions",
    text: "The newest 3 old versions stay, others go after 30 days",
    value: {
      rules: [
        { ...nothing, id: "keep-3-versions", noncurrent_expiration: { days: 30, newer_versions: 3 } },
        { ...nothing, id: "lone-delete-markers", expiration: { expired_object_delete_marker: true } }
      ]
    }
  },
  {
    name: "Keep logs for 90 days",
    text: "Objects under logs/ go after 90 days, their old versions 7 days later",
    value: {
      rules: [
        {
          ...nothing,
          id: "log-retention",
          filter: under("logs/"),
          expiration: { days: 90 },
          noncurrent_expiration: { days: 7, newer_versions: null }
        }
      ]
    }
  }
]

export const describeRule = (rule: Rule): string => {
  try {
    return ruleSentences(rule).join(". ") || "Does nothing yet"
  } catch {
    // a draft from the JSON editor may have any shape
    return "Not a rule yet"
  }
}
