import { $, component$, type QRL, type Signal, useSignal, useStore } from "@builder.io/qwik"
import { createEndpoint, type Detected, detectFeatures, type Provider, type StorageEndpoint, updateEndpoint } from "~/client/endpoints"
import { asProblem } from "~/client/problem-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { EvidenceList } from "./evidence-list"
import { NO_FEATURES, SWITCHES, type Switches, switchesOf, withSwitches } from "./features-document"

interface EndpointDialogProps {
  readonly open: Signal<boolean>
  /** The endpoint to change; null makes a new one. */
  readonly endpoint: StorageEndpoint | null
  readonly onSaved$: QRL<(endpoint: StorageEndpoint) => void>
}

const PROVIDERS = [
  { value: "cluster", label: "Ceph RGW" },
  { value: "cloud", label: "Cloud provider" },
  { value: "other", label: "Other S3-compatible" }
]

/** Credentials as typed: both, or what is stored stays as it is. */
const credentials = (values: FormValues) =>
  values["admin_access_key"] || values["admin_secret_key"]
    ? { admin_access_key: values["admin_access_key"] || null, admin_secret_key: values["admin_secret_key"] || null }
    : {}

const common = (values: FormValues) => ({
  provider: values["provider"] as Provider,
  region: values["region"] ?? "",
  verify_tls: values["verify_tls"] === "true",
  ...credentials(values)
})

/** Content of the dialog, mounted afresh each time it opens. */
const EndpointForm = component$<EndpointDialogProps>(({ endpoint, onSaved$, open }) => {
  const form = useForm("endpoint")
  const known = endpoint?.features_config ?? NO_FEATURES
  const switches = useStore<Switches>({ ...switchesOf(known) })
  const detected = useSignal<Detected | null>(endpoint?.detected ?? null)
  const detection = useStore({ busy: false, error: "" })

  const detect = $(async (_: Event, button: HTMLButtonElement) => {
    const values = Object.fromEntries([...new FormData(button.form as HTMLFormElement)].map(([name, value]) => [name, String(value)]))
    detection.busy = true
    detection.error = ""
    try {
      detected.value = await detectFeatures({
        ...(endpoint ? { endpoint_id: endpoint.id } : {}),
        url: values["url"] ?? "",
        admin_endpoint: values["admin_endpoint"] || null,
        ...common(values)
      })
      Object.assign(switches, switchesOf(detected.value.suggested))
    } catch (cause) {
      const problem = asProblem(cause)
      detection.error = problem.errors.length > 0 ? problem.errors.map((issue) => issue.message).join(" ") : problem.message
    } finally {
      detection.busy = false
    }
  })

  const save = $(async (values: FormValues) => {
    const body = {
      name: values["name"] ?? "",
      url: values["url"] ?? "",
      ...common(values),
      is_default: values["is_default"] === "true",
      features_config: withSwitches(known, { ...switches }, values["admin_endpoint"] ?? "")
    }
    const saved = endpoint ? await updateEndpoint(endpoint.id, body) : await createEndpoint(body)
    open.value = false
    await onSaved$(saved)
  })

  return (
    <Form state={form} onSubmit$={save}>
      <div class="grid gap-5 px-5 py-4 md:grid-cols-2">
        <div class="grid content-start gap-4">
          <Field name="name" label="Name" value={endpoint?.name} maxLength={100} required autoFocus />
          <Field name="url" label="S3 address" type="url" value={endpoint?.url} placeholder="https://s3.example.org" required mono />
          <div class="grid grid-cols-2 gap-3">
            <SelectField name="provider" label="Kind" options={PROVIDERS} value={endpoint?.provider ?? "cluster"} />
            <Field name="region" label="Region" value={endpoint?.region} placeholder="default" mono />
          </div>
          <Field name="admin_endpoint" label="Admin Ops address" type="url" value={known.features.admin?.endpoint ?? ""} hint="Only where it differs from the S3 address." mono />
          <div class="grid grid-cols-2 gap-3">
            <Field name="admin_access_key" label="Access key" placeholder={endpoint?.admin_access_key ?? ""} mono />
            <Field name="admin_secret_key" label="Secret key" type="password" autoComplete="new-password" mono />
          </div>
          <p class="-mt-2 text-xs text-ink-3">
            {endpoint?.admin_access_key ? "Leave both empty to keep the stored key. " : "The key of a user with admin capabilities, for Admin Ops. "}
            It is stored encrypted and never shown again.
          </p>
          <div class="flex flex-wrap gap-x-6 gap-y-2">
            <CheckField name="verify_tls" label="Verify TLS certificate" checked={endpoint?.verify_tls ?? true} />
            <CheckField name="is_default" label="Default endpoint" checked={endpoint?.is_default ?? false} />
          </div>
        </div>
        <div class="grid content-start gap-4">
          <fieldset>
            <legend class="mb-1 font-medium">Features the console may use</legend>
            <ul class="grid gap-1.5">
              {SWITCHES.map((feature) => (
                <li key={feature.key}>
                  <label class="flex items-start gap-2">
                    <input type="checkbox" class="check mt-0.5" checked={switches[feature.key]} onChange$={(_, box) => { Object.assign(switches, { [feature.key]: box.checked }) }} />
                    <span><span class="block font-medium">{feature.label}</span><span class="block text-xs text-ink-3">{feature.hint}</span></span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          <button type="button" class="btn btn-secondary justify-self-start" disabled={detection.busy} onClick$={detect}>
            <Icon name={detection.busy ? "loader-circle" : "radar"} class={detection.busy ? "spin" : undefined} />
            {detection.busy ? "Asking the gateway…" : "Detect features"}
          </button>
          <div aria-live="polite" class="grid gap-3">
            {detection.error && <p class="alert alert-danger"><Icon name="circle-alert" /><span>{detection.error}</span></p>}
            {detected.value && (
              <section class="card bg-sunken p-3" aria-label="What the gateway answered" data-testid="evidence">
                <EvidenceList detected={detected.value} />
                {detected.value.cluster_id && <p class="mt-3 font-mono text-2xs break-all text-ink-3">Cluster {detected.value.cluster_id}</p>}
              </section>
            )}
          </div>
        </div>
      </div>
      <DialogActions open={open} submit={endpoint ? "Save changes" : "Add endpoint"} busy={form.busy} />
    </Form>
  )
})

export const EndpointDialog = component$<EndpointDialogProps>((props) => (
  <Dialog open={props.open} title={props.endpoint ? `Change ${props.endpoint.name}` : "Add storage endpoint"} wide>
    <EndpointForm open={props.open} endpoint={props.endpoint} onSaved$={props.onSaved$} />
  </Dialog>
))
