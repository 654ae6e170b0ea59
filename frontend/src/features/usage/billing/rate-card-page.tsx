import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Body } from "~/client/contract"
import { EditPage, type FieldsProps } from "~/components/action"
import { DangerZone } from "~/components/ui/danger-zone"
import { Field, type FieldProps } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { EndpointField } from "~/features/accounts/storage-access/placement"
import { useNavigate } from "~/lib/route"
import { useLoaded } from "~/lib/use-loaded"
import { ITEM_LABELS, type RateCard } from "./billing"
import { OPERATION_CATEGORIES } from "./operation-categories"
import { readRateCard } from "./read-rate-card"
import { RemoveRateCard } from "./remove-rate-card"

const HOME = { href: "/admin/billing/rate-cards", label: "Rate cards" }

const COMPARES = {
  name: "Name",
  currency: "Currency",
  valid_from: "Valid from",
  valid_until: "Valid until",
  price_per_gib_month: "Price of a GiB-month",
  price_per_gib_out: "Price of a GiB sent",
  prices_per_thousand_operations: "Prices of calls"
} as const

/** Prices are sent as they are typed: decimal texts, never numbers. */
const termsOf = (values: FormValues): Omit<Body<"POST /api/admin/billing/rate-cards">, "storage_endpoint_id"> => ({
  name: values["name"] ?? "",
  currency: (values["currency"] ?? "").toUpperCase(),
  valid_from: values["valid_from"] ?? "",
  valid_until: values["valid_until"] || null,
  price_per_gib_month: values["price_per_gib_month"] ?? "",
  price_per_gib_out: values["price_per_gib_out"] ?? "",
  prices_per_thousand_operations: Object.fromEntries(
    OPERATION_CATEGORIES.flatMap((category) => {
      const price = values[`prices_per_thousand_operations.${category}`]?.trim()
      return price ? [[category, price]] : []
    })
  )
})

const PriceField = component$<Omit<FieldProps, "maxLength" | "mono">>((props) => (
  <Field {...props} maxLength={40} mono />
))

const RateCardFields = component$<FieldsProps<RateCard>>(({ row }) => (
  <>
    <div class="grid max-w-2xl gap-4">
      {row === undefined ? (
        <EndpointField needs="admin" />
      ) : (
        <dl class="facts">
          <dt>Endpoint</dt>
          <dd>{row.storage_endpoint_name}</dd>
        </dl>
      )}
      <div class="grid gap-4 sm:grid-cols-2">
        <Field name="name" label={COMPARES.name} value={row?.name} maxLength={100} required />
        <Field
          name="currency"
          label={COMPARES.currency}
          value={row?.currency}
          placeholder="EUR"
          maxLength={3}
          hint="The three letters of ISO 4217."
          required
          mono
        />
        <Field
          name="valid_from"
          label={COMPARES.valid_from}
          type="date"
          value={row?.valid_from}
          hint="First day, UTC."
          required
        />
        <Field
          name="valid_until"
          label={COMPARES.valid_until}
          type="date"
          value={row?.valid_until ?? ""}
          hint="First day without it. Empty: no end."
        />
        <PriceField
          name="price_per_gib_month"
          label={COMPARES.price_per_gib_month}
          value={row?.price_per_gib_month}
          placeholder="0.018"
          hint="1 GiB stored in every hour of a calendar month."
          required
        />
        <PriceField
          name="price_per_gib_out"
          label={COMPARES.price_per_gib_out}
          value={row?.price_per_gib_out}
          placeholder="0.04"
          required
        />
      </div>
    </div>
    <section class="edit-section">
      <h2 class="text-base font-semibold">Prices of 1,000 calls</h2>
      <p class="mb-3 text-ink-2">Only successful calls are counted. Empty: free.</p>
      <div class="grid max-w-2xl grid-cols-2 gap-4 sm:grid-cols-4">
        {OPERATION_CATEGORIES.map((category) => (
          <PriceField
            key={category}
            name={`prices_per_thousand_operations.${category}`}
            label={ITEM_LABELS[category]}
            value={row?.prices_per_thousand_operations[category] ?? ""}
          />
        ))}
      </div>
    </section>
  </>
))

export const NewRateCardPage = component$(() => (
  <EditPage
    id="rate-card"
    kind="Rate card"
    home={HOME}
    title="Create rate card"
    submit="Create rate card"
    fields={RateCardFields}
    save$={$((values: FormValues) =>
      call("POST /api/admin/billing/rate-cards", {
        body: { storage_endpoint_id: Number(values["storage_endpoint_id"]), ...termsOf(values) }
      })
    )}
    toast$={$(({ name }: RateCard) => ({ text: `${name} is created` }))}
    to$={$(({ id }: RateCard) => `/admin/billing/rate-cards?open=${id}`)}
  />
))

export const RateCardPage = component$<{ readonly id: string }>(({ id }) => {
  const navigate = useNavigate()
  const loaded = useLoaded($((signal: AbortSignal) => readRateCard(Number(id), signal)))
  return (
    <EditPage
      id="rate-card"
      kind="Rate card"
      home={HOME}
      loaded={loaded}
      named="name"
      fields={RateCardFields}
      now$={$((before: RateCard) => readRateCard(before.id))}
      compares={COMPARES}
      save$={$((values: FormValues, before: RateCard | undefined) =>
        call("PUT /api/admin/billing/rate-cards/:id", {
          params: { id: before?.id ?? 0 },
          body: { ...termsOf(values), ...(before === undefined ? {} : { version: before.version }) }
        })
      )}
      toast$={$(({ name }: RateCard) => ({ text: `${name} is saved` }))}
    >
      <p q:slot="above" class="mb-4 max-w-2xl text-ink-2">
        Statements are computed when they are read: a change of prices changes those of the past as well.
      </p>
      {loaded.value && (
        <DangerZone title="Delete this rate card" text="The days that it prices cost nothing from then on.">
          <RemoveRateCard row={loaded.value} onGone$={$(() => navigate(HOME.href))} />
        </DangerZone>
      )}
    </EditPage>
  )
})
