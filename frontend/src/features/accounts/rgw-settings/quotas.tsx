import { $, component$ } from "@builder.io/qwik"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { CheckField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { Loaded } from "~/lib/use-loaded"
import { CountField, SizeField } from "./amount-fields"
import { enteredBytes, enteredCount, countText, sizeText } from "./amounts"
import {
  type AccountOnGateway,
  type Owner,
  type Quota,
  type QuotaRow,
  type QuotaType,
  saved,
  saveQuota,
  type UserOnGateway
} from "./on-gateway"
import { QuotaUsage } from "./quota-usage"
import { SettingSection } from "./section"

const TITLES: Record<Owner["kind"], Record<QuotaType, string>> = {
  user: { whole: "Quota of the RGW user", bucket: "Quota of each bucket" },
  account: { whole: "Quota of the RGW account", bucket: "Quota of each bucket" }
}
const TEXTS: Record<QuotaType, string> = {
  whole: "For all buckets together.",
  bucket: "For each bucket that has no quota of its own. How full a bucket is, its own page shows."
}

const QuotaFields = component$<FieldsProps<QuotaRow>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <CheckField
      name="enabled"
      label="Enabled"
      checked={row?.enabled}
      hint="Off: the gateway keeps the numbers and holds nobody to them."
    />
    <SizeField
      name="max_size_bytes"
      label="Most bytes"
      value={row?.max_size_bytes ?? null}
      hint="Empty is unlimited; 0 allows nothing. The gateway counts in blocks of 4 KiB."
    />
    <CountField
      name="max_objects"
      label="Most objects"
      value={row?.max_objects ?? null}
      hint="Empty is unlimited; 0 allows none."
    />
  </div>
))

interface QuotaSectionProps {
  readonly owner: Owner
  readonly type: QuotaType
  readonly quota: Quota
  readonly loaded: Loaded<UserOnGateway | AccountOnGateway>
}

const QuotaSection = component$<QuotaSectionProps>(({ loaded, owner, quota, type }) => {
  const editing = useEditing<QuotaRow>()
  const title = TITLES[owner.kind][type]
  return (
    <SettingSection title={title} text={TEXTS[type]}>
      <button
        q:slot="action"
        type="button"
        class="btn btn-secondary"
        aria-label={`Change: ${title}`}
        onClick$={() => {
          editing.value = { row: { ...quota, owner, type } }
        }}
      >
        <Icon name="pencil" /> Change
      </button>
      {type === "whole" && loaded.value && <QuotaUsage usage={loaded.value.usage} quota={quota} loaded={loaded} />}
      <dl class="facts" data-testid={`quota-${type}`}>
        <dt>State</dt>
        <dd>
          <Badge text={quota.enabled ? "Enabled" : "Off"} tone={quota.enabled ? "ok" : "neutral"} />
        </dd>
        <dt>Most bytes</dt>
        <dd>{sizeText(quota.max_size_bytes)}</dd>
        <dt>Most objects</dt>
        <dd>{countText(quota.max_objects)}</dd>
      </dl>
      <EditDialog
        id={`quota-${type}`}
        open={editing}
        title={title}
        submit="Save quota"
        changes={{ title, submit: "Save quota" }}
        fields={QuotaFields}
        save$={$(async (values: FormValues, row: QuotaRow | undefined) => {
          if (row === undefined) throw new Error("there is no quota to change")
          const quota = {
            enabled: values["enabled"] === "true",
            max_size_bytes: enteredBytes(values, "max_size_bytes"),
            max_objects: enteredCount(values, "max_objects")
          }
          return await saved(loaded, saveQuota(row, quota))
        })}
        after$={$((updated: UserOnGateway | AccountOnGateway) => {
          loaded.value = updated
        })}
        toast$={$((_: unknown, row: QuotaRow | undefined) => ({ text: `The quota of ${row?.owner.name} is saved` }))}
      />
    </SettingSection>
  )
})

interface QuotasProps extends Omit<QuotaSectionProps, "type" | "quota"> {
  readonly whole: Quota
  readonly bucket: Quota
}

export const Quotas = component$<QuotasProps>(({ bucket, whole, ...props }) => (
  <>
    <QuotaSection {...props} type="whole" quota={whole} />
    <QuotaSection {...props} type="bucket" quota={bucket} />
  </>
))
