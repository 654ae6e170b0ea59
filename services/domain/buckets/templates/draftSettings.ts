import { Schema } from "effect"
import { BucketSetting, type SettingKind, settingKinds, sidOf } from "../changes/BucketChange.ts"
import { BUCKET_PLACEHOLDER } from "../changes/changeValue.ts"
import type { Cors } from "../features/cors.ts"
import { featureOf } from "../features/features.ts"
import type { Policy } from "../features/policy.ts"
import type { Tags } from "../features/tags.ts"
import type { Lifecycle } from "../lifecycle/Lifecycle.ts"
import { valueFor } from "../valueFor.ts"
import type { TemplateDraft } from "./GoldenTemplate.ts"
import type { StoredDocument } from "./templateDrift.ts"

type Drafted = { readonly setting: unknown; readonly rest: string | null } | { readonly reason: string }

const isSetting = Schema.is(BucketSetting)

const named = <Part>(
  kind: SettingKind,
  parts: ReadonlyArray<Part>,
  keyOf: (part: Part) => unknown,
  word: string
): Drafted => {
  const set = parts.filter((part) => typeof keyOf(part) === "string" && keyOf(part) !== "")
  const nameless = parts.length - set.length
  if (set.length === 0) return { reason: `None of its parts has ${word}, by which a template names it` }
  return {
    setting: { kind, set, remove: [] },
    rest: nameless === 0 ? null : `${nameless} of its parts have no ${word.replace(/^an? /, "")} and are left out`
  }
}

const statementsOf = ({ text }: Policy): ReadonlyArray<Readonly<Record<string, Schema.Json>>> | null => {
  try {
    const { Statement = [] } = JSON.parse(text) as {
      readonly Statement?: Readonly<Record<string, Schema.Json>> | ReadonlyArray<Readonly<Record<string, Schema.Json>>>
    }
    return Array.isArray(Statement) ? Statement : [Statement as Readonly<Record<string, Schema.Json>>]
  } catch {
    return null
  }
}

const drafted = (kind: SettingKind, value: unknown, bucket: string): Drafted => {
  switch (kind) {
    case "versioning":
    case "public_access_block":
    case "quota":
      return { setting: { kind, value }, rest: null }
    case "tags":
      return named(kind, (value as Tags).tags, ({ key }) => key, "a key")
    case "lifecycle":
      return named(kind, (value as Lifecycle).rules, ({ id }) => id, "an id")
    case "cors":
      return named(kind, (value as Cors).rules, ({ id }) => id, "an id")
    case "policy": {
      const statements = statementsOf(value as Policy)
      if (statements === null) return { reason: "Its policy cannot be split into statements" }
      const adapted = valueFor(
        statements.map((one) => ({ ...one })),
        bucket,
        BUCKET_PLACEHOLDER
      )
      return named(kind, adapted.value as typeof statements, sidOf, "a Sid")
    }
  }
}

export const draftSettings = (bucket: string, documentOf: (kind: SettingKind) => StoredDocument): TemplateDraft => {
  const settings: Array<BucketSetting> = []
  const leftOut: Array<TemplateDraft["left_out"][number]> = []
  for (const kind of settingKinds) {
    const leaveOut = (reason: string) => leftOut.push({ kind, reason })
    const stored = documentOf(kind)
    if (stored._tag !== "Read") {
      leaveOut(stored._tag === "Unread" ? "It is not read yet" : stored.problem.detail)
      continue
    }
    const understood = featureOf(kind).understand(stored.document)
    if (understood === null) {
      leaveOut("What stands there is not understood")
      continue
    }
    if (understood.value === null) {
      leaveOut("Not set")
      continue
    }
    const draft = drafted(kind, understood.value, bucket)
    if ("reason" in draft) {
      leaveOut(draft.reason)
      continue
    }
    if (!isSetting(draft.setting)) {
      leaveOut("A template cannot hold it: two parts have the same key, or there are too many")
      continue
    }
    settings.push(draft.setting)
    if (draft.rest !== null) leaveOut(draft.rest)
  }
  return { settings, left_out: leftOut }
}
