import { $, component$, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, EditDialog, type FieldsProps, useAction, useEditing } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { CopyButton } from "~/components/ui/copy-button"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { focusWhenRendered } from "~/lib/focus-when-rendered"
import { CREATE_CLUSTER_KEY_USER } from "~/lib/operator-commands"
import { reload, useLoaded } from "~/lib/use-loaded"

type KeyState = Answer<"GET /api/admin/storage-endpoints/:id/s3-key">
type Key = NonNullable<KeyState["key"]>
interface Subject {
  readonly id: number
  readonly name: string
}

const ABILITIES: Readonly<Record<Key["abilities"][number]["ability"], string>> = {
  signs: "Valid key",
  reads_any_owner: "Reads buckets of any owner",
  writes_any_owner: "Writes buckets of any owner",
  keeps_version_ids: "Preserves version ids"
}

const usageText = ({ abilities }: Key): string => {
  const writes = abilities.find(({ ability }) => ability === "writes_any_owner")?.available ?? null
  if (writes === true) return "Cluster Admin changes features of buckets with this key."
  return writes === null
    ? "Cluster Admin does not use this key until a check shows that it writes buckets of any owner."
    : "Cluster Admin does not use this key: it does not write buckets of any owner."
}

const KeyFields = component$<FieldsProps<KeyState>>(({ row }) => (
  <div class="grid gap-3 px-5 py-4">
    <p class="text-ink-2">
      The key of an RGW user with the admin flag. It is stored encrypted and never shown again. This command creates
      one:
    </p>
    <div class="flex flex-wrap items-center gap-2">
      <code class="min-w-0 flex-1 basis-60 font-mono text-xs break-words">{CREATE_CLUSTER_KEY_USER}</code>
      <CopyButton text={CREATE_CLUSTER_KEY_USER} label="Copy" name="Copy the command" />
    </div>
    <Field name="access_key" label="Access key" placeholder={row?.key?.access_key ?? ""} required mono autoFocus />
    <Field name="secret_key" label="Secret key" type="password" autoComplete="new-password" required mono />
  </div>
))

const RemoveText = component$<{ readonly subject: Subject }>(() => (
  <p>Cluster Admin then changes features of buckets with keys of their owners. The key stays valid on the gateway.</p>
))

export const ClusterS3Key = component$<{ readonly endpointId: number; readonly name: string }>(
  ({ endpointId, name }) => {
    const editing = useEditing<KeyState>()
    const edit = useSignal<HTMLElement>()
    const place = { params: { id: endpointId } }
    const state = useLoaded(
      $((signal: AbortSignal) => call("GET /api/admin/storage-endpoints/:id/s3-key", { ...place, signal }))
    )
    const check = useAction({
      run$: $(({ id }: Subject) => call("POST /api/admin/storage-endpoints/:id/s3-key/check", { params: { id } })),
      after$: $((checked: KeyState) => {
        state.value = checked
      })
    })
    const remove = useAction({
      run$: $(({ id }: Subject) => call("DELETE /api/admin/storage-endpoints/:id/s3-key", { params: { id } })),
      after$: $((removed: KeyState) => {
        state.value = removed
        // the button that opened the dialog is removed with the key
        focusWhenRendered(
          () => edit.value,
          () => document.activeElement?.matches("body, main, dialog *") ?? true
        )
      }),
      toast$: $(() => ({ text: "The cluster S3 key is removed" }))
    })
    const key = state.value?.key ?? null
    return (
      <section class="mt-6" aria-labelledby="cluster-s3-key-title" data-testid="cluster-s3-key">
        <div class="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 id="cluster-s3-key-title" class="flex-1 basis-full text-base font-semibold sm:basis-0">
            Cluster S3 key
          </h2>
          {key && (
            <ActionButton
              action={check}
              on={{ id: endpointId, name }}
              inPlace
              label="Check key"
              icon="radar"
              class="btn-secondary btn-sm"
            />
          )}
          {key && (
            <ActionButton
              action={remove}
              on={{ id: endpointId, name }}
              asks
              label="Remove key"
              icon="trash-2"
              class="btn-secondary btn-sm text-danger"
            />
          )}
          <button
            ref={edit}
            type="button"
            class="btn btn-secondary btn-sm"
            disabled={state.value === null}
            onClick$={() => {
              editing.value = state.value?.key ? { row: state.value } : {}
            }}
          >
            <Icon name="key-round" /> {key ? "Replace key" : "Add key"}
          </button>
        </div>
        {state.problem ? (
          <ErrorState
            title="The cluster S3 key could not be loaded"
            problem={state.problem}
            onRetry$={$(() => reload(state))}
          />
        ) : state.value === null ? (
          <span class="skeleton block h-5 max-w-2xl" role="status" aria-label="Loading" />
        ) : key === null ? (
          <p class="text-ink-2">
            No key. Cluster Admin changes features of buckets with a key of their owner. If the owner has none, it
            creates a key and deletes it afterwards.
          </p>
        ) : (
          <>
            <p class="text-ink-2">
              <code class="font-mono text-xs break-all">{key.access_key}</code>
              {key.uid && <> of RGW user {key.uid}</>}, checked <Ago at={key.checked_at} />. {usageText(key)}
            </p>
            <ul class="mt-2 grid gap-2 md:grid-cols-2">
              {key.abilities.map(({ ability, available, evidence }) => (
                <li key={ability} class="flex gap-2">
                  <Icon
                    name={available === null ? "info" : available ? "circle-check" : "circle-x"}
                    class={`mt-0.5 ${available ? "text-ok" : "text-ink-3"}`}
                    label={available === null ? "Not known" : available ? "Yes" : "No"}
                  />
                  <span class="min-w-0">
                    <span class="block font-medium">{ABILITIES[ability]}</span>
                    <span class="block text-xs break-words text-ink-2">{evidence}</span>
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
        <EditDialog
          id="cluster-s3-key"
          open={editing}
          title="Add the cluster S3 key"
          submit="Save key"
          changes={{ title: "Replace the cluster S3 key", submit: "Save key" }}
          fields={KeyFields}
          save$={$((values: FormValues) =>
            call("PUT /api/admin/storage-endpoints/:id/s3-key", {
              ...place,
              body: { access_key: values["access_key"] ?? "", secret_key: values["secret_key"] ?? "" }
            })
          )}
          after$={$((saved: KeyState) => {
            state.value = saved
          })}
          toast$={$(() => ({ text: "The cluster S3 key is saved" }))}
        />
        <ConfirmDialog
          action={remove}
          id="remove-cluster-s3-key"
          title="Remove the cluster S3 key of"
          named
          button="Remove key"
          about={RemoveText}
        />
      </section>
    )
  }
)
