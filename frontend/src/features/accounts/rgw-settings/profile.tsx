import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, EditDialog, type FieldsProps, useAction, useEditing } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { DangerZone } from "~/components/ui/danger-zone"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { useNavigate } from "~/lib/route"
import type { Loaded } from "~/lib/use-loaded"
import { CountField } from "./amount-fields"
import { enteredCount, countText } from "./amounts"
import { DeleteOnGateway } from "./delete-on-gateway"
import { type AccountOnGateway, type Owner, saved, type UserOnGateway } from "./on-gateway"
import { SettingSection } from "./section"

const TITLE = "Names and limits"

const UserFields = component$<FieldsProps<UserOnGateway>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <Field
      name="display_name"
      label="Display name"
      value={row?.display_name}
      maxLength={200}
      required
      hint="As the gateway shows it. What it is called here stays."
    />
    <Field
      name="email"
      label="E-mail"
      type="email"
      value={row?.email ?? ""}
      maxLength={320}
      hint="Of one RGW user of the gateway alone."
    />
    <CountField
      name="max_buckets"
      label="Most buckets"
      value={row?.max_buckets ?? null}
      hint="Empty is unlimited; 0 allows none."
    />
  </div>
))

const SuspendText = component$<{ readonly subject: Owner }>(({ subject }) => (
  <p>
    The gateway refuses every request of {subject.name}, with any of its keys, until it is enabled again. Stowage acts
    by such a key: its buckets cannot be opened here meanwhile. Nothing is deleted.
  </p>
))

export const UserProfile = component$<{ readonly owner: Owner; readonly loaded: Loaded<UserOnGateway> }>(
  ({ loaded, owner }) => {
    const editing = useEditing<UserOnGateway>()
    const navigate = useNavigate()
    const suspend = useAction({
      run$: $(({ id }: Owner) =>
        call("PUT /api/admin/s3-users/:id/suspension", { params: { id }, body: { suspended: true } })
      ),
      after$: $((updated: UserOnGateway) => {
        loaded.value = updated
      }),
      toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is suspended` }))
    })
    const enable = useAction({
      run$: $(({ id }: Owner) =>
        call("PUT /api/admin/s3-users/:id/suspension", { params: { id }, body: { suspended: false } })
      ),
      after$: $((updated: UserOnGateway) => {
        loaded.value = updated
      }),
      toast$: $((_: unknown, { name }: Owner) => ({ text: `${name} is enabled again` }))
    })
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
              editing.value = { row: user }
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
          </dl>
        </SettingSection>
        <SettingSection title="State">
          <span q:slot="action" class="contents">
            {user.suspended ? (
              <span key="enable" class="contents">
                <ActionButton action={enable} on={owner} label="Enable" named={`Enable ${owner.name}`} icon="play" />
              </span>
            ) : (
              <span key="suspend" class="contents">
                <ActionButton
                  action={suspend}
                  on={owner}
                  asks
                  label="Suspend"
                  named={`Suspend ${owner.name}`}
                  icon="ban"
                  disabled={user.administers}
                />
              </span>
            )}
          </span>
          <p data-testid="state">
            {user.suspended ? (
              <>
                <Badge text="Suspended" tone="danger" icon="ban" />{" "}
                <span class="text-ink-2">The gateway refuses every request of this RGW user.</span>
              </>
            ) : (
              <>
                <Badge text="Enabled" tone="ok" />{" "}
                {user.administers && (
                  <span class="text-ink-2">
                    It is the technical user of the storage endpoint, and cannot be suspended here.
                  </span>
                )}
              </>
            )}
          </p>
        </SettingSection>
        {!user.administers && (
          <DangerZone
            title="Delete this RGW user on the gateway"
            text="It goes for good, with all its keys. The gateway keeps one that still owns buckets."
          >
            <DeleteOnGateway owner={owner} uid={user.rgw_user_uid} onGone$={$(() => navigate("/admin/s3-users"))} />
          </DangerZone>
        )}
        <ConfirmDialog action={suspend} id="suspend" title="Suspend" named button="Suspend" about={SuspendText} />
        <EditDialog
          id="user-profile"
          open={editing}
          title={TITLE}
          submit="Save"
          changes={{ title: TITLE, submit: "Save changes" }}
          fields={UserFields}
          save$={$(async (values: FormValues, before: UserOnGateway | undefined) => {
            const body = {
              display_name: values["display_name"] ?? "",
              email: values["email"]?.trim() || null,
              max_buckets: enteredCount(values, "max_buckets"),
              ...(before
                ? { was: { display_name: before.display_name, email: before.email, max_buckets: before.max_buckets } }
                : {})
            }
            return await saved(loaded, call("PUT /api/admin/s3-users/:id/gateway", { params: { id: owner.id }, body }))
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

const AccountFields = component$<FieldsProps<AccountOnGateway>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <Field
      name="name"
      label="Name on the gateway"
      value={row?.name}
      maxLength={200}
      required
      hint="Of one RGW account of the gateway alone. What it is called here stays."
    />
    <Field
      name="email"
      label="E-mail"
      type="email"
      value={row?.email ?? ""}
      maxLength={320}
      hint={
        row?.email
          ? "The gateway changes it and never takes it away: it cannot be left empty any more."
          : "Once there is one, the gateway changes it and never takes it away."
      }
    />
  </div>
))

export const AccountProfile = component$<{
  readonly owner: Owner
  readonly uid: string
  readonly loaded: Loaded<AccountOnGateway>
}>(({ loaded, owner, uid }) => {
  const editing = useEditing<AccountOnGateway>()
  const navigate = useNavigate()
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
            editing.value = { row: account }
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
      <DangerZone
        title="Delete this RGW account on the gateway"
        text={
          "It goes for good, with its root user. The gateway keeps one that still has " +
          "buckets, IAM users, groups or roles."
        }
      >
        <DeleteOnGateway owner={owner} uid={uid} onGone$={$(() => navigate("/admin/accounts"))} />
      </DangerZone>
      <EditDialog
        id="account-profile"
        open={editing}
        title="Names"
        submit="Save"
        changes={{ title: "Names on the gateway", submit: "Save changes" }}
        fields={AccountFields}
        save$={$(async (values: FormValues, before: AccountOnGateway | undefined) => {
          const body = {
            name: values["name"] ?? "",
            email: values["email"]?.trim() || null,
            ...(before ? { was: { name: before.name, email: before.email } } : {})
          }
          return await saved(loaded, call("PUT /api/admin/accounts/:id/gateway", { params: { id: owner.id }, body }))
        })}
        after$={$((updated: AccountOnGateway) => {
          loaded.value = updated
        })}
        toast$={$(() => ({ text: `${owner.name} is saved on the gateway` }))}
      />
    </>
  )
})
