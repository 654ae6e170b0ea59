import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, useAction, useEditing } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { date } from "~/lib/format"
import { type Loaded, reload } from "~/lib/use-loaded"
import { AddPasskeyDialog } from "./add-passkey-dialog"
import { RenamePasskeyDialog } from "./rename-passkey-dialog"
import { Item, Section } from "./section"
import type { Passkey, Security } from "./security"

interface PasskeysSectionProps {
  readonly security: Loaded<Security>
  readonly onChanged$: QRL<() => void>
}

type Removed = Answer<"DELETE /api/me/passkeys/:passkey_id">

const About = (props: { readonly passkey: Passkey }) => (
  <>
    Added {date(props.passkey.created_at)} ·{" "}
    {props.passkey.last_used_at ? (
      <>
        last used <Ago at={props.passkey.last_used_at} />
      </>
    ) : (
      "never used"
    )}
  </>
)

const RemoveText = component$<{ readonly subject: Passkey & { readonly last: boolean } }>(({ subject }) => (
  <>
    <p>
      It does not sign you in any more. You stay signed in here; your other sessions are signed out, and your API tokens
      end.
    </p>
    {subject.last && <p class="mt-2">It is your last passkey: your recovery codes go with it.</p>}
  </>
))

export const PasskeysSection = component$<PasskeysSectionProps>(({ onChanged$, security }) => {
  const adding = useEditing()
  const renaming = useEditing<Passkey>()
  const remove = useAction({
    run$: $(({ id, name }: Passkey & { readonly last: boolean }) =>
      call("DELETE /api/me/passkeys/:passkey_id", { params: { passkey_id: id }, query: { confirm_name: name } })
    ),
    after$: onChanged$,
    again$: $(async ({ id, last }: Passkey & { readonly last: boolean }) => {
      reload(security)
      const passkey = (await call("GET /api/me/security")).passkeys.find((one) => one.id === id)
      return passkey === undefined ? null : { ...passkey, last }
    }),
    toast$: $(({ name }: Removed) => ({
      text: `${name} is removed`,
      detail: "Your other sessions and your API tokens have ended."
    }))
  })
  const own = security.value
  const bound = own?.passkey_required && own.passkeys.length === 1
  const first = own !== null && own.passkeys.length === 0
  return (
    <Section
      id="passkeys"
      title="Passkeys"
      text="Your fingerprint, face, device PIN or security key, asked for after the password."
      loaded={security}
    >
      <div q:slot="action" class="grid gap-1 sm:max-w-64 sm:justify-items-end">
        <button
          type="button"
          class="btn btn-secondary"
          aria-describedby="passkeys-ends"
          onClick$={() => {
            adding.value = {}
          }}
        >
          <Icon name="plus" /> Add passkey
        </button>
        <p id="passkeys-ends" class="text-xs text-ink-3 sm:text-end">
          Adding or removing one signs you out everywhere else and ends your API tokens.
        </p>
      </div>
      {first && (
        <div class="card px-4 py-3">
          <p class="font-medium">No passkey yet</p>
          <p class="text-xs text-ink-3">
            {own.passkey_required
              ? "One is asked of you at the next sign-in."
              : "Adding one protects your account even if the password becomes known."}
          </p>
        </div>
      )}
      {own !== null && !first && (
        <ul class="card divide-y divide-line">
          {own.passkeys.map((passkey) => (
            <Item key={passkey.id}>
              <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span class="font-medium break-words">{passkey.name}</span>
                <Badge text={passkey.device_type === "multiDevice" ? "Synchronised" : "On one device"} />
              </p>
              <p class="text-xs text-ink-3">
                <About passkey={passkey} />
              </p>
              <button
                q:slot="action"
                type="button"
                class="btn btn-ghost btn-icon"
                aria-label={`Rename ${passkey.name}`}
                onClick$={() => {
                  renaming.value = { row: passkey }
                }}
              >
                <Icon name="pencil" />
              </button>
              <span q:slot="action" class="contents">
                <ActionButton
                  action={remove}
                  on={{ ...passkey, last: own.passkeys.length === 1 }}
                  asks
                  iconOnly
                  label={`Remove ${passkey.name}`}
                  icon="trash-2"
                  class="btn-ghost"
                  disabled={bound}
                  {...(bound ? { title: "A passkey is asked of you: add another one before you remove the last" } : {})}
                />
              </span>
            </Item>
          ))}
        </ul>
      )}
      <AddPasskeyDialog open={adding} onAdded$={onChanged$} />
      <RenamePasskeyDialog open={renaming} onRenamed$={onChanged$} />
      <ConfirmDialog
        action={remove}
        id="remove-passkey"
        title="Remove"
        named
        button="Remove passkey"
        about={RemoveText}
      />
    </Section>
  )
})
