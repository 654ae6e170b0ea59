import { Schema } from "effect"
import { CopyLoss, copyLosses } from "../CopyProperties.ts"
import { FilledText } from "../../platform/Text.ts"
import { remediationActions } from "./BucketComparison.ts"

/** `accept_losses`: objects that would lose another property are left out and reported. */
export const PlanRemediation = Schema.Struct({
  actions: Schema.Array(Schema.Literals(remediationActions)).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(remediationActions.length),
    Schema.isUnique()
  ),
  accept_losses: Schema.optionalKey(
    Schema.Array(CopyLoss).check(Schema.isMaxLength(copyLosses.length), Schema.isUnique())
  )
}).annotate({ identifier: "PlanRemediation" })
export type PlanRemediation = typeof PlanRemediation.Type

export const StartRemediation = Schema.Struct({ ...PlanRemediation.fields, plan_hash: FilledText(100) }).annotate({
  identifier: "StartRemediation"
})
export type StartRemediation = typeof StartRemediation.Type
