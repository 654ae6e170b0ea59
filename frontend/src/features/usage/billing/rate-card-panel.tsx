import { $, component$ } from "@builder.io/qwik"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { ITEM_LABELS, type RateCard, validityText } from "./billing"
import { OPERATION_CATEGORIES } from "./operation-categories"
import { RemoveRateCard } from "./remove-rate-card"

export const RateCardPanel = component$<PanelProps<RateCard>>(({ listing, row }) => (
  <Panel kind="Rate card" title={row.name} onClose$={$(() => openRow(listing, ""))}>
    <dl class="facts">
      <dt>Endpoint</dt>
      <dd>{row.storage_endpoint_name}</dd>
      <dt>Valid</dt>
      <dd>{validityText(row)}</dd>
      <dt>GiB-month</dt>
      <dd class="num">
        {row.price_per_gib_month} {row.currency}
      </dd>
      <dt>GiB sent</dt>
      <dd class="num">
        {row.price_per_gib_out} {row.currency}
      </dd>
      {OPERATION_CATEGORIES.map((category) => {
        const price = row.prices_per_thousand_operations[category]
        return (
          <>
            <dt key={`${category} name`}>{ITEM_LABELS[category]}</dt>
            <dd key={`${category} price`} class="num">
              {price === undefined ? "free" : `${price} ${row.currency} per 1,000`}
            </dd>
          </>
        )
      })}
    </dl>
    <div q:slot="actions" class="contents">
      <NavLink href={`/admin/billing/rate-cards/${row.id}`} class="btn btn-primary flex-1">
        <Icon name="pencil" /> Open
      </NavLink>
      <RemoveRateCard row={row} onGone$={$(() => changed(listing, ""))} />
    </div>
  </Panel>
))
