import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { type FieldsProps, TestButton, TestFindings, useFormTest } from "~/components/action"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { MoreFields } from "~/components/ui/more-fields"
import { type Connection, type Evidence, type Preset, type Side, probeKeys } from "./connection"
import { toLocalDateTime, probeInput } from "./connection-input"
import { EvidenceCard } from "./evidence"
import { addressOf, KNOWN_PROVIDERS } from "./known-providers"
import { TagsField } from "./tags-field"

const KINDS = [
  { value: "cloud", label: "Cloud provider" },
  { value: "cluster", label: "Ceph RGW" },
  { value: "other", label: "Other S3-compatible" }
]
const OWNERS = [
  { value: "", label: "Not set" },
  { value: "iam_user", label: "An IAM user" },
  { value: "account_user", label: "The root user of an account" },
  { value: "s3_user", label: "An RGW user" }
]

const PlaceFields = component$<FieldsProps<Connection>>(({ row }) => {
  const presets = useSignal<ReadonlyArray<Preset> | null>(null)
  const problem = useSignal("")
  const custom = row?.custom_endpoint ?? null
  const place = useSignal(
    row === undefined ? "" : row.storage_endpoint_id === null ? "other" : `e:${row.storage_endpoint_id}`
  )
  const url = useSignal(custom?.url ?? "")
  const region = useSignal(custom?.region ?? "")
  const kind = useSignal<string>(custom?.provider ?? "other")
  const pathStyle = useSignal(custom?.force_path_style ?? true)
  useVisibleTask$(
    async () => {
      try {
        presets.value = await call("GET /api/connections/presets")
        if (place.value === "")
          place.value =
            presets.value[0] === undefined
              ? "other"
              : `e:${presets.value.find((preset) => preset.is_default)?.id ?? presets.value[0].id}`
      } catch (cause) {
        problem.value = asProblem(cause).message
        if (place.value === "") place.value = "other"
      }
    },
    { strategy: "document-ready" }
  )
  const provider = KNOWN_PROVIDERS.find(({ id }) => place.value === `p:${id}`)
  const manual = place.value !== "" && !place.value.startsWith("e:")
  const choose = $((value: string) => {
    place.value = value
    const known = KNOWN_PROVIDERS.find(({ id }) => value === `p:${id}`)
    if (known === undefined) return
    region.value = known.regions[0] ?? ""
    url.value = addressOf(known, region.value)
    kind.value = known.id === "ceph" ? "cluster" : ["minio", "garage"].includes(known.id) ? "other" : "cloud"
    pathStyle.value = known.pathStyle
  })
  if (presets.value === null && problem.value === "")
    return (
      <div class="grid gap-2" role="status" aria-label="Loading storage endpoints">
        <span class="skeleton h-5 w-24" />
        <span class="skeleton h-8" />
      </div>
    )
  return (
    <>
      {problem.value !== "" && (
        <p role="alert" class="alert alert-warn">
          Registered storage endpoints could not be read: {problem.value}
        </p>
      )}
      <div class="min-w-0">
        <label for="connection-place" class="mb-1 block font-medium">
          Where
        </label>
        <select id="connection-place" name="place" class="input" onChange$={(_, select) => choose(select.value)}>
          {(presets.value?.length ?? 0) > 0 && (
            <optgroup label="Registered storage endpoints">
              {presets.value?.map((preset) => (
                <option key={preset.id} value={`e:${preset.id}`} selected={place.value === `e:${preset.id}`}>
                  {preset.name}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label="Providers">
            {KNOWN_PROVIDERS.map(({ id, label }) => (
              <option key={id} value={`p:${id}`} selected={place.value === `p:${id}`}>
                {label}
              </option>
            ))}
          </optgroup>
          <optgroup label="Anywhere">
            <option value="other" selected={place.value === "other"}>
              Another address
            </option>
          </optgroup>
        </select>
        {place.value.startsWith("e:") && (
          <p class="mt-1 font-mono text-xs break-all text-ink-3">
            {presets.value?.find(({ id }) => place.value === `e:${id}`)?.url ?? row?.endpoint_url}
          </p>
        )}
        {provider?.hint && <p class="mt-1 text-xs text-ink-3">{provider.hint}</p>}
      </div>
      {manual && (
        <>
          {provider !== undefined && provider.regions.length > 1 && (
            <div class="min-w-0">
              <label for="connection-known-region" class="mb-1 block font-medium">
                Region of {provider.label}
              </label>
              <select
                id="connection-known-region"
                class="input"
                form="none"
                onChange$={(_, select) => {
                  region.value = select.value
                  const known = KNOWN_PROVIDERS.find(({ id }) => place.value === `p:${id}`)
                  if (known) url.value = addressOf(known, select.value)
                }}
              >
                {provider.regions.map((name) => (
                  <option key={name} value={name} selected={name === region.value}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          )}
          <Field
            key={`url-${place.value}-${region.value}`}
            name="url"
            label="S3 address"
            type="url"
            value={url.value}
            placeholder="https://s3.example.org"
            pattern="[^\[\]]*"
            patternHint="Put your own name in place of the brackets."
            required
            mono
          />
          <div class="grid gap-3 sm:grid-cols-2">
            <Field
              key={`region-${place.value}-${region.value}`}
              name="region"
              label="Region"
              value={region.value}
              placeholder="default"
              mono
            />
            <SelectField
              key={`provider-${kind.value}`}
              name="provider"
              label="Kind"
              options={KINDS}
              value={kind.value}
            />
          </div>
          <div class="flex flex-wrap gap-x-6 gap-y-2">
            <CheckField name="verify_tls" label="Verify TLS certificate" checked={custom?.verify_tls ?? true} />
            <CheckField
              key={`path-${pathStyle.value}`}
              name="force_path_style"
              label="Bucket names in the path"
              checked={pathStyle.value}
            />
          </div>
          <p class="text-xs text-ink-3">
            Stowage only connects to hosts that whoever runs it allows. Any other host is kept, and shown as not usable.
          </p>
        </>
      )}
    </>
  )
})

interface ConnectionFieldsProps extends FieldsProps<Connection> {
  readonly side: Side
}

const ConnectionFields = component$<ConnectionFieldsProps>(({ row, side }) => {
  const test = useFormTest<Evidence>()
  return (
    <div class="grid gap-5 md:grid-cols-2">
      <div class="grid content-start gap-4">
        <Field name="name" label="Name" value={row?.name} maxLength={200} required autoFocus={row === undefined} />
        <PlaceFields row={row} />
        <TagsField tags={row?.tags ?? []} />
      </div>
      <div class="grid content-start gap-4">
        <Field
          name="access_key"
          label="Access key"
          placeholder={row?.access_key ?? ""}
          maxLength={256}
          required={row === undefined}
          mono
        />
        <Field
          name="secret_key"
          label="Secret key"
          type="password"
          autoComplete="new-password"
          required={row === undefined}
          mono
        />
        <p class="-mt-2 text-xs text-ink-3">
          {row === undefined ? "" : "Leave both empty to keep the stored keys; another address asks for them again. "}
          They are stored encrypted and never shown again.
        </p>
        <TestButton
          test={test}
          label="Try the keys"
          busyLabel="Asking the gateway…"
          icon="radar"
          needs={["url", "access_key", "secret_key"]}
          class="justify-self-start"
          try$={$((values: FormValues) => probeKeys(side, probeInput(values)))}
        />
        <TestFindings test={test}>{test.state.found && <EvidenceCard found={test.state.found} />}</TestFindings>
        <MoreFields label="Temporary credentials" names={["session_token", "expires_at"]}>
          <Field
            name="session_token"
            label="Session token"
            type="password"
            autoComplete="off"
            hint="Of temporary credentials, with the keys that came with it."
            mono
          />
          <Field
            name="expires_at"
            label="They end at"
            type="datetime-local"
            value={toLocalDateTime(row?.expires_at ?? null)}
            hint="In your own time. After it the connection says that it has ended."
          />
        </MoreFields>
        <MoreFields label="Whose keys, and what they may" names={["owner_type", "owner_identifier", "can_manage_iam"]}>
          <SelectField name="owner_type" label="Whose keys they are" options={OWNERS} value={row?.owner_type ?? ""} />
          <Field name="owner_identifier" label="ARN or uid" value={row?.owner_identifier ?? ""} maxLength={500} mono />
          <CheckField
            name="can_manage_iam"
            label="May manage IAM"
            checked={row?.capabilities.can_manage_iam ?? false}
            hint="Trying the keys says whether they can."
          />
        </MoreFields>
      </div>
    </div>
  )
})

export const SharedFields = component$<FieldsProps<Connection>>(({ row }) => (
  <ConnectionFields side="shared" row={row} />
))
export const PrivateConnectionFields = component$<FieldsProps<Connection>>(({ row }) => (
  <ConnectionFields side="own" row={row} />
))
