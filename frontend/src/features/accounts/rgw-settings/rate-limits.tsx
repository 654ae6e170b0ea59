import { $, component$ } from "@builder.io/qwik"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { CheckField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { Loaded } from "~/lib/use-loaded"
import { CountField, SizeField } from "./amount-fields"
import { enteredBytes, enteredCount, countText, sizeText } from "./amounts"
import { type Owner, type RateLimit, saved, saveRateLimit, type UserOnGateway } from "./on-gateway"
import { SettingSection } from "./section"

const TITLE = "Rate limits"

const amounts = (requests: number | null, size: number | null): string =>
  requests === null && size === null
    ? "Unlimited"
    : `${countText(requests)} requests, ${size === null ? "unlimited" : sizeText(size)} data a minute`

const MISSING = {
  not_supported: "This gateway has no rate limits: Ceph RGW knows them from release 17 (Quincy) on.",
  refused: "The technical user of this storage endpoint may not read rate limits: give it the capability ratelimit=*."
} as const

const RateFields = component$<FieldsProps<RateLimit>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <CheckField
      name="enabled"
      label="Enabled"
      checked={row?.enabled}
      hint="Off: the gateway keeps the numbers and holds nobody to them."
    />
    <div class="grid gap-4 sm:grid-cols-2">
      <CountField name="max_read_ops" label="Reading requests a minute" value={row?.max_read_ops ?? null} />
      <CountField name="max_write_ops" label="Writing requests a minute" value={row?.max_write_ops ?? null} />
      <SizeField name="max_read_bytes" label="Bytes read a minute" value={row?.max_read_bytes ?? null} />
      <SizeField name="max_write_bytes" label="Bytes written a minute" value={row?.max_write_bytes ?? null} />
    </div>
    <p class="text-xs text-ink-3">
      Each gateway process counts for itself. Whoever asks for more gets 503 SlowDown until the minute is over.
    </p>
  </div>
))

const rateOf = (values: FormValues, field: string): number | null => {
  const value = enteredBytes(values, field)
  return value === 0 ? enteredCount({ [field]: "0" }, field, 1) : value
}

export const RateLimits = component$<{ readonly owner: Owner; readonly loaded: Loaded<UserOnGateway> }>(
  ({ loaded, owner }) => {
    const editing = useEditing<RateLimit>()
    const state = loaded.value?.rate_limit
    if (state === undefined) return null
    if (state.state !== "known") {
      return (
        <SettingSection title={TITLE}>
          <p class="alert" data-testid="rate-limits">
            <Icon name="info" />
            <span>{MISSING[state.state]}</span>
          </p>
        </SettingSection>
      )
    }
    const { limit } = state
    return (
      <SettingSection title={TITLE} text="How much this RGW user may ask of each gateway process in a minute.">
        <button
          q:slot="action"
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            editing.value = { row: limit }
          }}
        >
          <Icon name="pencil" /> Change
        </button>
        <dl class="facts" data-testid="rate-limits">
          <dt>State</dt>
          <dd>
            <Badge text={limit.enabled ? "Enabled" : "Off"} tone={limit.enabled ? "ok" : "neutral"} />
          </dd>
          <dt>Reading</dt>
          <dd>{amounts(limit.max_read_ops, limit.max_read_bytes)}</dd>
          <dt>Writing</dt>
          <dd>{amounts(limit.max_write_ops, limit.max_write_bytes)}</dd>
        </dl>
        <EditDialog
          id="rate-limit"
          open={editing}
          title={TITLE}
          submit="Save rate limits"
          changes={{ title: TITLE, submit: "Save rate limits" }}
          fields={RateFields}
          save$={$(async (values: FormValues, was: RateLimit | undefined) => {
            const body = {
              enabled: values["enabled"] === "true",
              max_read_ops: enteredCount(values, "max_read_ops", 1),
              max_write_ops: enteredCount(values, "max_write_ops", 1),
              max_read_bytes: rateOf(values, "max_read_bytes"),
              max_write_bytes: rateOf(values, "max_write_bytes"),
              ...(was ? { was } : {})
            }
            return await saved(loaded, saveRateLimit(owner, body))
          })}
          after$={$((updated: UserOnGateway) => {
            loaded.value = updated
          })}
          toast$={$(() => ({ text: `The rate limits of ${owner.name} are saved` }))}
        />
      </SettingSection>
    )
  }
)
