import { $, component$ } from "@builder.io/qwik"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { Loaded } from "~/lib/use-loaded"
import { CountField } from "./amount-fields"
import { enteredCount, countText } from "./amounts"
import { type AccountOnGateway, type Owner, saved, saveLimits } from "./on-gateway"
import { SettingSection } from "./section"

type Limits = AccountOnGateway["limits"]

const LABELS = {
  max_buckets: "Buckets",
  max_users: "IAM users",
  max_groups: "Groups",
  max_roles: "Roles",
  max_access_keys: "Keys of each IAM user"
} as const
const FIELDS = Object.keys(LABELS) as ReadonlyArray<keyof Limits>

const LimitFields = component$<FieldsProps<Limits>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4 sm:grid-cols-2">
    {FIELDS.map((field) => (
      <CountField
        key={field}
        name={field}
        label={`Most: ${LABELS[field].toLowerCase().replace("iam", "IAM")}`}
        value={row?.[field] ?? null}
        hint="Empty is unlimited; 0 allows none."
      />
    ))}
  </div>
))

export const AccountLimits = component$<{ readonly owner: Owner; readonly loaded: Loaded<AccountOnGateway> }>(
  ({ loaded, owner }) => {
    const editing = useEditing<Limits>()
    const limits = loaded.value?.limits
    if (limits === undefined) return null
    return (
      <SettingSection
        title="Limits"
        text="How many it may make. The gateway holds its own IAM users to them; administrators may go beyond."
      >
        <button
          q:slot="action"
          type="button"
          class="btn btn-secondary"
          aria-label="Change: Limits"
          onClick$={() => {
            editing.value = { row: limits }
          }}
        >
          <Icon name="pencil" /> Change
        </button>
        <dl class="facts" data-testid="limits">
          {FIELDS.map((field) => [
            <dt key={`${field}-label`}>{LABELS[field]}</dt>,
            <dd key={`${field}-value`}>{countText(limits[field])}</dd>
          ])}
        </dl>
        <EditDialog
          id="limits"
          open={editing}
          title="Limits"
          submit="Save limits"
          changes={{ title: "Limits", submit: "Save limits" }}
          fields={LimitFields}
          save$={$(async (values: FormValues, was: Limits | undefined) => {
            const newLimits = Object.fromEntries(FIELDS.map((field) => [field, enteredCount(values, field)]))
            return await saved(loaded, saveLimits(owner, { ...newLimits, ...(was ? { was } : {}) }))
          })}
          after$={$((updated: AccountOnGateway) => {
            loaded.value = updated
          })}
          toast$={$(() => ({ text: `The limits of ${owner.name} are saved` }))}
        />
      </SettingSection>
    )
  }
)
