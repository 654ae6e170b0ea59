import { $, component$ } from "@builder.io/qwik"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import { CheckField, Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { Loaded } from "~/lib/use-loaded"
import { CountField } from "./amount-fields"
import { enteredCount, countText } from "./amounts"
import { type AccountOnGateway, type Owner, saveAccount, saved, saveUser, type UserOnGateway } from "./on-gateway"
import { SettingSection } from "./section"

const TITLE = "Names and limits"

interface Profile<A> {
  readonly owner: Owner
  readonly now: A
}

const nameHint = (owner: Owner | undefined, text: string): string =>
  owner?.gateway === undefined ? `${text} What it is called here stays.` : text

const OPERATIONS = [
  { type: "read", label: "Read" },
  { type: "write", label: "Write" },
  { type: "delete", label: "Delete" }
] as const

const operationsText = (mask: UserOnGateway["op_mask"]): string =>
  OPERATIONS.filter(({ type }) => mask.includes(type))
    .map(({ label }, index) => (index === 0 ? label : label.toLowerCase()))
    .join(", ") || "None: every S3 request is refused"

const UserFields = component$<FieldsProps<Profile<UserOnGateway>>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <Field
      name="display_name"
      label="Display name"
      value={row?.now.display_name}
      maxLength={200}
      required
      hint={nameHint(row?.owner, "As the gateway shows it.")}
    />
    <Field
      name="email"
      label="E-mail"
      type="email"
      value={row?.now.email ?? ""}
      maxLength={320}
      hint="Of one RGW user of the gateway alone."
    />
    <CountField
      name="max_buckets"
      label="Most buckets"
      value={row?.now.max_buckets ?? null}
      hint="Empty is unlimited; 0 allows none."
    />
    <fieldset class="min-w-0" aria-describedby="user-profile-operations">
      <legend class="mb-1 font-medium">Allowed S3 operations</legend>
      <div class="flex flex-wrap gap-x-5 gap-y-1">
        {OPERATIONS.map(({ label, type }) => (
          <CheckField key={type} name={`op_${type}`} label={label} checked={row?.now.op_mask.includes(type)} />
        ))}
      </div>
      <p id="user-profile-operations" class="mt-1 text-xs text-ink-3">
        The op-mask of the RGW user: the gateway refuses the others, whatever policies say.
      </p>
    </fieldset>
    <Field
      name="default_placement"
      label="Default placement"
      value={row?.now.default_placement ?? ""}
      maxLength={200}
      mono
      hint={
        row?.now.default_placement
          ? "Placement target of new buckets. The gateway changes it and never takes it away."
          : "Placement target of new buckets. Empty: the default of the zone group."
      }
    />
  </div>
))

export const UserProfile = component$<{ readonly owner: Owner; readonly loaded: Loaded<UserOnGateway> }>(
  ({ loaded, owner }) => {
    const editing = useEditing<Profile<UserOnGateway>>()
    const user = loaded.value
    if (user === null) return null
    return (
      <>
        <SettingSection title={TITLE}>
          <button
            q:slot="action"
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              editing.value = { row: { owner, now: user } }
            }}
          >
            <Icon name="pencil" /> Change
          </button>
          <dl class="facts" data-testid="profile">
            <dt>Display name</dt>
            <dd class="break-words">{user.display_name}</dd>
            <dt>E-mail</dt>
            <dd class="break-words">{user.email ?? "None"}</dd>
            <dt>Most buckets</dt>
            <dd>{countText(user.max_buckets)}</dd>
            <dt>Allowed S3 operations</dt>
            <dd>{operationsText(user.op_mask)}</dd>
            <dt>Default placement</dt>
            <dd class="break-words">{user.default_placement ?? "That of the zone group"}</dd>
            {user.default_storage_class !== null && (
              <>
                <dt>Default storage class</dt>
                <dd class="break-words">
                  {user.default_storage_class}
                  <span class="block text-xs text-ink-3">Changed by radosgw-admin only.</span>
                </dd>
              </>
            )}
          </dl>
        </SettingSection>
        <EditDialog
          id="user-profile"
          open={editing}
          title={TITLE}
          submit="Save"
          changes={{ title: TITLE, submit: "Save changes" }}
          fields={UserFields}
          save$={$(async (values: FormValues, before: Profile<UserOnGateway> | undefined) => {
            if (before === undefined) throw new Error("there is no RGW user to change")
            const desired = {
              display_name: values["display_name"] ?? "",
              email: values["email"]?.trim() || null,
              max_buckets: enteredCount(values, "max_buckets"),
              op_mask: OPERATIONS.flatMap(({ type }) => (values[`op_${type}`] === "true" ? [type] : [])),
              default_placement: values["default_placement"]?.trim() || null
            }
            return await saved(loaded, saveUser(before.owner, desired, before.now))
          })}
          after$={$((updated: UserOnGateway) => {
            loaded.value = updated
          })}
          toast$={$(() => ({ text: `${owner.name} is saved on the gateway` }))}
        />
      </>
    )
  }
)

const AccountFields = component$<FieldsProps<Profile<AccountOnGateway>>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <Field
      name="name"
      label="Name on the gateway"
      value={row?.now.name}
      maxLength={200}
      required
      hint={nameHint(row?.owner, "Of one RGW account of the gateway alone.")}
    />
    <Field
      name="email"
      label="E-mail"
      type="email"
      value={row?.now.email ?? ""}
      maxLength={320}
      hint={
        row?.now.email
          ? "The gateway changes it and never takes it away: it cannot be left empty any more."
          : "Once there is one, the gateway changes it and never takes it away."
      }
    />
  </div>
))

export const AccountProfile = component$<{ readonly owner: Owner; readonly loaded: Loaded<AccountOnGateway> }>(
  ({ loaded, owner }) => {
    const editing = useEditing<Profile<AccountOnGateway>>()
    const account = loaded.value
    if (account === null) return null
    return (
      <>
        <SettingSection title="Names">
          <button
            q:slot="action"
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              editing.value = { row: { owner, now: account } }
            }}
          >
            <Icon name="pencil" /> Change
          </button>
          <dl class="facts" data-testid="profile">
            <dt>RGW account id</dt>
            <dd class="font-mono text-xs break-all">{account.rgw_account_id}</dd>
            <dt>Name</dt>
            <dd class="break-words">{account.name || "None"}</dd>
            <dt>E-mail</dt>
            <dd class="break-words">{account.email ?? "None"}</dd>
          </dl>
        </SettingSection>
        <EditDialog
          id="account-profile"
          open={editing}
          title="Names"
          submit="Save"
          changes={{ title: "Names on the gateway", submit: "Save changes" }}
          fields={AccountFields}
          save$={$(async (values: FormValues, before: Profile<AccountOnGateway> | undefined) => {
            if (before === undefined) throw new Error("there is no RGW account to change")
            const desired = { name: values["name"] ?? "", email: values["email"]?.trim() || null }
            return await saved(loaded, saveAccount(before.owner, desired, before.now))
          })}
          after$={$((updated: AccountOnGateway) => {
            loaded.value = updated
          })}
          toast$={$(({ name }: AccountOnGateway) => ({
            text: `${owner.gateway === undefined ? owner.name : name} is saved on the gateway`
          }))}
        />
      </>
    )
  }
)
