import { $, component$, useStore, useTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { type FieldsProps, TestButton, TestFindings, useFormTest } from "~/components/action"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { type Detected, detectionInput, hasFeatureFindings } from "./endpoint-input"
import { EndpointPlace } from "./endpoint-place"
import { EndpointTags } from "./endpoint-tags"
import { EvidenceList } from "./evidence-list"
import type { StorageEndpoint } from "./cells"
import { NO_FEATURES, FEATURE_SWITCHES, type Switches, switchesOf } from "./features-document"

const PROVIDERS = [
  { value: "cluster", label: "Ceph RGW" },
  { value: "cloud", label: "Cloud provider" },
  { value: "other", label: "Other S3-compatible" }
]

export const EndpointFields = component$<FieldsProps<StorageEndpoint>>(({ row: endpoint }) => {
  const savedConfig = endpoint?.features_config ?? NO_FEATURES
  const switches = useStore<Switches>({ ...switchesOf(savedConfig) })
  const detection = useFormTest<Detected>()
  useTask$(({ track }) => {
    const detectedFeatures = track(() => detection.state.found)
    if (detectedFeatures && hasFeatureFindings(detectedFeatures))
      Object.assign(switches, switchesOf(detectedFeatures.suggested))
  })
  const detectionShown = detection.state.found ?? (detection.state.busy ? null : (endpoint?.detected ?? null))
  return (
    <div class="grid gap-5 md:grid-cols-2" role="tabpanel" id="endpoint-tabs-panel" aria-label="Settings">
      <div class="grid content-start gap-4">
        <Field
          name="name"
          label="Name"
          value={endpoint?.name}
          maxLength={100}
          required
          autoFocus={endpoint === undefined}
        />
        <Field
          name="url"
          label="S3 address"
          type="url"
          value={endpoint?.url}
          placeholder="https://s3.example.org"
          required
          mono
        />
        <div class="grid gap-3 sm:grid-cols-2">
          <SelectField name="provider" label="Kind" options={PROVIDERS} value={endpoint?.provider ?? "cluster"} />
          <Field name="region" label="Region" value={endpoint?.region} placeholder="default" mono />
        </div>
        <Field
          name="admin_endpoint"
          label="Admin Ops address"
          type="url"
          value={savedConfig.features.admin?.endpoint ?? ""}
          hint="Only where it differs from the S3 address."
          mono
        />
        <div class="grid gap-3 sm:grid-cols-2">
          <Field name="admin_access_key" label="Access key" placeholder={endpoint?.admin_access_key ?? ""} mono />
          <Field name="admin_secret_key" label="Secret key" type="password" autoComplete="new-password" mono />
        </div>
        <p class="-mt-2 text-xs text-ink-3">
          {endpoint?.admin_access_key
            ? "Leave both empty to keep the stored key. "
            : "The key of a technical user with capabilities, for Admin Ops. "}
          It is stored encrypted and never shown again.
        </p>
        <div class="flex flex-wrap gap-x-6 gap-y-2">
          <CheckField name="verify_tls" label="Verify TLS certificate" checked={endpoint?.verify_tls ?? true} />
          <CheckField name="is_default" label="Default endpoint" checked={endpoint?.is_default ?? false} />
        </div>
      </div>
      <div class="grid content-start gap-4">
        <EndpointTags tags={endpoint?.tags ?? []} />
        <EndpointPlace latitude={endpoint?.latitude ?? null} longitude={endpoint?.longitude ?? null} />
        <fieldset>
          <legend class="mb-1 font-medium">Features the console may use</legend>
          {endpoint === undefined && (
            <p class="mb-2 text-xs text-ink-3">Choose none, and what the gateway has is found out when it is added.</p>
          )}
          <ul class="grid gap-1.5">
            {FEATURE_SWITCHES.map((feature) => (
              <li key={feature.key}>
                <label class="flex items-start gap-2">
                  <input
                    type="checkbox"
                    name={`feature_${feature.key}`}
                    value="true"
                    class="check mt-0.5"
                    checked={switches[feature.key]}
                    onChange$={(_, box) => {
                      Object.assign(switches, { [feature.key]: box.checked })
                    }}
                  />
                  <span>
                    <span class="block font-medium">{feature.label}</span>
                    <span class="block text-xs text-ink-3">{feature.hint}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        <TestButton
          test={detection}
          label="Detect features"
          busyLabel="Asking the gateway…"
          icon="radar"
          needs={["url", "admin_endpoint"]}
          class="justify-self-start"
          try$={$((values: FormValues) =>
            call("POST /api/admin/storage-endpoints/detect-features", { body: detectionInput(values, endpoint) })
          )}
        />
        <TestFindings test={detection}>
          {detectionShown && (
            <section class="card bg-sunken p-3" aria-label="What the gateway answered" data-testid="evidence">
              <EvidenceList detected={detectionShown} />
              {detectionShown.cluster_id && (
                <p class="mt-3 font-mono text-2xs break-all text-ink-3">Cluster {detectionShown.cluster_id}</p>
              )}
            </section>
          )}
        </TestFindings>
      </div>
    </div>
  )
})
