import { component$ } from "@builder.io/qwik"
import { CheckAt, RowsAt, SelectAt, TextAt } from "../controls"
import type { Path } from "../draft"
import { draftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"

interface Rule {
  readonly prefix: string | null
  readonly target_bucket: string
}

const STATUSES = [
  { value: "enabled", label: "On" },
  { value: "disabled", label: "Off" }
]

const RuleFields = component$<{ readonly index: number; readonly path: Path }>(({ path }) => (
  <>
    <div class="grid gap-3 sm:grid-cols-2">
      <TextAt path={[...path, "target_bucket"]} label="Into the bucket" mono hint="Its ARN, as arn:aws:s3:::copies" />
      <TextAt path={[...path, "prefix"]} label="Keys that begin with" mono empty={null} />
      <SelectAt path={[...path, "status"]} label="It is" choices={STATUSES} />
      <TextAt path={[...path, "priority"]} label="Priority" number empty={null} />
      <TextAt path={[...path, "storage_class"]} label="Storage class of the copies" empty={null} />
      <TextAt path={[...path, "id"]} label="Name of the rule" empty={null} />
    </div>
    <CheckAt path={[...path, "delete_marker_replication"]} label="Delete markers too" />
  </>
))

const RuleLine = component$<{ readonly index: number; readonly path: Path }>(({ path }) => {
  const rule = draftValue<Rule | undefined>(useEditing(), path)
  return rule === undefined ? null : (
    <>
      {rule.prefix === null ? "Everything" : `Keys that begin with ${rule.prefix}`} <span class="text-ink-3">→</span>{" "}
      {rule.target_bucket || "nowhere yet"}
    </>
  )
})

const blank = {
  id: null,
  status: "enabled",
  priority: null,
  prefix: null,
  target_bucket: "",
  storage_class: null,
  delete_marker_replication: null
}

const ReplicationForm = component$(() => (
  <>
    <TextAt path={["role"]} label="As whom objects are copied" mono empty="" hint="The ARN of a role." />
    <RowsAt path={["rules"]} noun="rule" blank={blank} row={RuleFields} line={RuleLine} />
  </>
))

export const replication: FeatureEditor = {
  feature: "replication",
  Form: ReplicationForm,
  blank: { role: "", rules: [{ ...blank }] },
  removal: "Nothing is copied any more. Copies stay."
}
