import { component$, useSignal, useStore } from "@builder.io/qwik"
import type { FieldsProps } from "~/components/action"
import { AreaField } from "~/components/ui/area-field"
import { CheckField, Field, SelectField } from "~/components/ui/field"
import { MoreFields } from "~/components/ui/more-fields"
import type { TopicRow } from "./topic"

const text = (value: number | null | undefined): string => (value === null || value === undefined ? "" : String(value))

const VERIFY = [
  { value: "", label: "As the gateway does by itself" },
  { value: "true", label: "Must be right" },
  { value: "false", label: "Is not looked at" }
]
const levels = (names: ReadonlyArray<string>) => [
  { value: "", label: "As the gateway does by itself" },
  ...names.map((value) => ({ value, label: value }))
]

export const TopicFields = component$<FieldsProps<TopicRow>>(({ row }) => {
  // read once: later input stays in the fields
  const { attributes } = useStore({ attributes: row?.attributes }, { deep: false })
  const transport = useSignal(attributes?.transport ?? "none")
  const queued = useSignal(attributes?.persistent ?? false)
  return (
    <div
      class="grid gap-4 px-5 py-4"
      onInput$={(event) => {
        const field = event.target as HTMLInputElement
        if (field.name === "push_endpoint") {
          const scheme = /^\s*([a-z]+):/i.exec(field.value)?.[1]?.toLowerCase() ?? ""
          transport.value = scheme.startsWith("http")
            ? "http"
            : scheme.startsWith("amqp")
              ? "amqp"
              : scheme === "kafka"
                ? "kafka"
                : "none"
        }
        if (field.name === "persistent") queued.value = field.checked
      }}
    >
      {row === undefined && (
        <Field
          name="name"
          label="Name"
          required
          mono
          maxLength={256}
          pattern="[A-Za-z0-9_\-]{1,256}"
          patternHint="Letters, digits, hyphens and underscores."
          autoFocus
        />
      )}
      <Field
        name="push_endpoint"
        label="Push events to"
        mono
        maxLength={2048}
        value={attributes?.push_endpoint}
        placeholder="https://listener.example.org/events"
        hint="http, https, amqp, amqps or kafka. The gateway connects to it from where it stands, not this console."
      />
      <CheckField
        name="persistent"
        label="Queue events and try again"
        checked={attributes?.persistent ?? false}
        hint="Without a queue whoever changes an object waits for the delivery, and what cannot be delivered is lost."
      />
      {queued.value && (
        <div class="grid gap-3 sm:grid-cols-3">
          <Field
            name="time_to_live"
            label="Give up after"
            type="number"
            min={0}
            max={31_536_000}
            value={text(attributes?.time_to_live)}
            hint="Seconds."
          />
          <Field
            name="max_retries"
            label="Most tries"
            type="number"
            min={0}
            max={31_536_000}
            value={text(attributes?.max_retries)}
          />
          <Field
            name="retry_sleep_duration"
            label="Between tries"
            type="number"
            min={0}
            max={31_536_000}
            value={text(attributes?.retry_sleep_duration)}
            hint="Seconds."
          />
        </div>
      )}
      {transport.value === "amqp" && (
        <div class="grid gap-3 sm:grid-cols-2">
          <Field
            name="amqp_exchange"
            label="Exchange"
            mono
            required
            maxLength={255}
            value={attributes?.amqp_exchange ?? ""}
          />
          <SelectField
            name="amqp_ack_level"
            label="Delivered when"
            options={levels(["none", "broker", "routable"])}
            value={attributes?.amqp_ack_level ?? ""}
          />
        </div>
      )}
      {transport.value === "kafka" && (
        <div class="grid gap-3 sm:grid-cols-2">
          <SelectField
            name="kafka_ack_level"
            label="Delivered when"
            options={levels(["none", "broker"])}
            value={attributes?.kafka_ack_level ?? ""}
          />
          <SelectField
            name="kafka_mechanism"
            label="Signs in by"
            options={levels(["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "GSSAPI", "OAUTHBEARER"])}
            value={attributes?.kafka_mechanism ?? ""}
          />
        </div>
      )}
      {transport.value !== "none" && (
        <MoreFields
          label="Signing in and certificates"
          names={["user", "password", "verify", "ca_location", "credentials"]}
        >
          <div class="grid gap-3 sm:grid-cols-2">
            <Field name="user" label="User name" mono maxLength={256} />
            <Field
              name="password"
              label="Password"
              type="password"
              maxLength={1024}
              autoComplete="new-password"
              hint={
                attributes?.has_credentials
                  ? "One is kept. Another address, or another one here, replaces it."
                  : "Kept by the gateway; it is never shown again."
              }
            />
          </div>
          <SelectField
            name="verify"
            label="The endpoint’s certificate"
            options={VERIFY}
            value={attributes?.verify_ssl === null || attributes === undefined ? "" : String(attributes.verify_ssl)}
          />
          <Field
            name="ca_location"
            label="Trusted authorities"
            mono
            maxLength={1024}
            value={attributes?.ca_location ?? ""}
            hint="A file on the gateway’s machine."
          />
        </MoreFields>
      )}
      <Field
        name="opaque_data"
        label="Sent along with each event"
        maxLength={4096}
        value={attributes?.opaque_data}
        hint="Whoever may read the topic sees it."
      />
      <MoreFields label="Policy" names={["policy"]}>
        <AreaField
          name="policy"
          label="Who may use and change it beside its account"
          rows={8}
          value={attributes?.policy ?? ""}
        />
      </MoreFields>
    </div>
  )
})
