import { $, component$, type QRL, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { AreaField } from "~/components/ui/area-field"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useNavigate } from "~/lib/route"
import { COPY_LOSSES } from "../bucket-pairs/losses"
import { TargetContextField } from "../bucket-pairs/target-context-field"
import {
  bucketPairsOf,
  bucketPairsText,
  type Migration,
  migrationHref,
  MIGRATION_MODES,
  type SavedMigration,
  COPY_STRATEGIES
} from "./migration"
import { WebhookFindings } from "./webhook-findings"
import { type CreatedWebhook, createdWebhook, WebhookSecretDialog } from "./webhook-secret-dialog"

const SWITCHES = [
  {
    name: "copy_bucket_settings",
    label: "Copy settings",
    initial: true,
    hint: "Every feature of the bucket that the target supports."
  },
  {
    name: "strong_integrity_check",
    label: "Require proof of equality",
    initial: false,
    hint: "A bucket fails if the equality of one of its objects cannot be proved."
  },
  {
    name: "delete_source",
    label: "Delete the objects of the sources in the cutover",
    initial: false,
    hint: "Once every object is proved equal. Needs a cutover, replacing equal keys, proof, and no accepted losses."
  },
  {
    name: "lock_target_writes",
    label: "Lock the targets",
    initial: false,
    hint: "Only their owner changes them until the migration of the bucket ends. Their policy is restored."
  },
  {
    name: "use_same_endpoint_copy",
    label: "Let the gateway copy",
    initial: true,
    hint: "Where both buckets are on one gateway. Otherwise the data passes through this service."
  },
  {
    name: "keep_version_ids",
    label: "Keep version ids",
    initial: true,
    hint: "When all versions are copied, and the target's endpoint has a cluster S3 key that keeps version ids."
  }
] as const

const LIMITS = [
  { name: "max_bytes_per_second", label: "Max bytes per second" },
  { name: "max_requests_per_second", label: "Max requests per second" }
] as const

const DraftFields = component$<FieldsProps<Migration>>(({ row }) => {
  const contexts = useExecutionContexts()
  const draft = useSignal(row?.draft)
  const target = useSignal(row?.draft.target_context_id ?? contexts.current?.id ?? "")
  return (
    <div class="grid gap-4 px-5 py-4">
      <p class="text-ink-2">A draft copies nothing. After a precheck without blocking findings it can be started.</p>
      {row === undefined && <TargetContextField name="target_context_id" chosen={target} />}
      <AreaField
        name="buckets"
        label="Buckets"
        rows={4}
        value={draft.value === undefined ? "" : bucketPairsText(draft.value.buckets)}
        placeholder={"logs\nphotos -> photos-2026"}
        hint="One per line: source -> target. Without a target, the name stays the same. At most 100."
      />
      <SelectField
        name="mode"
        label="How"
        options={MIGRATION_MODES}
        value={draft.value?.mode ?? "one_shot"}
        hint="A cutover is begun by you: sources take no changes then, and what changed since is copied."
      />
      <SelectField
        name="strategy"
        label="Existing objects"
        options={COPY_STRATEGIES}
        value={draft.value?.strategy ?? "current_only"}
      />
      {SWITCHES.map(({ hint, initial, label, name }) => (
        <CheckField key={name} name={name} label={label} checked={draft.value?.[name] ?? initial} hint={hint} />
      ))}
      <div class="grid gap-4 sm:grid-cols-2">
        {LIMITS.map(({ label, name }) => (
          <Field
            key={name}
            name={name}
            label={label}
            type="number"
            value={draft.value?.[name]?.toString() ?? ""}
            hint="Empty: no limit."
          />
        ))}
      </div>
      <fieldset class="grid gap-1">
        <legend class="mb-1 font-medium">Accepted losses</legend>
        <p class="mb-1 text-xs text-ink-3">An object that would lose another property is not copied.</p>
        {COPY_LOSSES.map(({ label, loss }) => (
          <CheckField
            key={loss}
            name={`loss:${loss}`}
            label={label}
            checked={draft.value?.accept_losses?.includes(loss) ?? false}
          />
        ))}
      </fieldset>
      <Field
        name="webhook_url"
        label="Webhook"
        type="url"
        value={draft.value?.webhook_url ?? ""}
        placeholder="https://hooks.example.org/stowage"
        maxLength={2000}
        hint="Receives each event, signed. Its host must be on BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS."
      />
    </div>
  )
})

const limitOf = (text: string | undefined) => (text?.trim() ? Number(text) : null)

const valuesOf = <Name extends string, A>(fields: ReadonlyArray<{ readonly name: Name }>, read: (name: Name) => A) =>
  Object.fromEntries(fields.map(({ name }) => [name, read(name)])) as Record<Name, A>

const settingsOf = (values: FormValues) => ({
  buckets: bucketPairsOf(values["buckets"] ?? ""),
  mode: MIGRATION_MODES.find(({ value }) => value === values["mode"])?.value ?? "one_shot",
  strategy: COPY_STRATEGIES.find(({ value }) => value === values["strategy"])?.value ?? "current_only",
  ...valuesOf(SWITCHES, (name) => values[name] !== undefined),
  ...valuesOf(LIMITS, (name) => limitOf(values[name])),
  webhook_url: values["webhook_url"]?.trim() || null,
  accept_losses: COPY_LOSSES.filter(({ loss }) => values[`loss:${loss}`] !== undefined).map(({ loss }) => loss)
})

const testWebhook = (contextId: string, values: FormValues, row: Migration | undefined) =>
  callIn({ contextId }, "POST /api/manager/migrations/webhook-test", {
    body: { webhook_url: values["webhook_url"]?.trim() ?? "", migration_id: row?.id ?? null }
  })

const TEST_BUTTON = { label: "Send test event", busyLabel: "Sending…", icon: "zap" } as const

interface NewDraftDialogProps {
  readonly open: Signal<Editing<Migration> | null>
  readonly listing: ListingState
}

export const NewDraftDialog = component$<NewDraftDialogProps>(({ listing, open }) => {
  const contexts = useExecutionContexts()
  const navigate = useNavigate()
  const made = useSignal<CreatedWebhook | null>(null)
  const saved = useSignal("")
  const test = {
    ...TEST_BUTTON,
    findings: WebhookFindings,
    try$: $((values: FormValues) => testWebhook(contexts.current?.id ?? "", values, undefined))
  }
  useTask$(({ track }) => {
    if (track(() => made.value) === null && saved.value !== "") navigate(saved.value)
  })
  return (
    <>
      <EditDialog
        id="new-migration"
        open={open}
        title="Migrate buckets"
        submit="Save draft"
        fields={DraftFields}
        listing={listing}
        save$={$((values: FormValues) => {
          const contextId = contexts.current?.id ?? ""
          return callIn({ contextId }, "POST /api/manager/migrations", {
            body: {
              source_context_id: contextId,
              target_context_id: values["target_context_id"] ?? contextId,
              ...settingsOf(values)
            }
          })
        })}
        toast$={$(() => ({ text: "Draft saved" }))}
        test={test}
        after$={$((migration: SavedMigration) => {
          const href = migrationHref(migration.id, migration.draft.source_context_id)
          if (migration.webhook_secret === null) return navigate(href)
          // show the secret before the page is left
          saved.value = href
          made.value = createdWebhook(migration)
        })}
      />
      <WebhookSecretDialog open={made} />
    </>
  )
})

interface EditDraftDialogProps {
  readonly open: Signal<Editing<Migration> | null>
  readonly onSaved$: QRL<() => void>
}

export const EditDraftDialog = component$<EditDraftDialogProps>(({ onSaved$, open }) => {
  const made = useSignal<CreatedWebhook | null>(null)
  const test = {
    ...TEST_BUTTON,
    findings: WebhookFindings,
    try$: $((values: FormValues, row: Migration | undefined) =>
      testWebhook(row?.draft.source_context_id ?? "", values, row)
    )
  }
  return (
    <>
      <EditDialog
        id="edit-migration"
        open={open}
        title="Edit draft"
        submit="Save draft"
        changes={{ title: "Edit draft", submit: "Save draft" }}
        fields={DraftFields}
        save$={$((values: FormValues, row: Migration | undefined) =>
          callIn({ contextId: row?.draft.source_context_id ?? "" }, "PATCH /api/manager/migrations/:migration_id", {
            params: { migration_id: row?.id ?? 0 },
            body: settingsOf(values)
          })
        )}
        toast$={$(() => ({ text: "Draft saved", detail: "Run the precheck again before you start it." }))}
        test={test}
        after$={$((migration: SavedMigration) => {
          made.value = createdWebhook(migration)
          return onSaved$()
        })}
      />
      <WebhookSecretDialog open={made} />
    </>
  )
})
