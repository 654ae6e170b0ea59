import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { Panel } from "~/components/ui/panel"
import { bytes, date, int } from "~/lib/format"
import { SUBJECT_KINDS } from "../quotas/quota-subject"
import { type BillingDay, groupDigits, ITEM_LABELS } from "./billing"
import { OPERATION_CATEGORIES } from "./operation-categories"

const bytesOrUnknown = (value: number | null): string => (value === null ? "unknown" : bytes(value))

export const DayPanel = component$<PanelProps<BillingDay>>(({ listing, row }) => (
  <Panel kind={`Usage of ${date(row.day)}`} title={row.subject_name} onClose$={$(() => openRow(listing, ""))}>
    <dl class="facts">
      <dt>Kind</dt>
      <dd>{SUBJECT_KINDS[row.subject_type]}</dd>
      <dt>Endpoint</dt>
      <dd>{row.storage_endpoint_name}</dd>
      <dt>Byte-hours</dt>
      <dd class="num">{row.byte_hours === null ? "unknown" : groupDigits(row.byte_hours)}</dd>
      <dt>Measured</dt>
      <dd>{row.measured_hours} of 24 hours</dd>
      <dt>Sent</dt>
      <dd>{bytesOrUnknown(row.bytes_sent)}</dd>
      <dt>Received</dt>
      <dd>{bytesOrUnknown(row.bytes_received)}</dd>
      <dt>Usage log</dt>
      <dd>{row.collected_hours === 0 ? "not collected" : `${row.collected_hours} of 24 hours`}</dd>
      {OPERATION_CATEGORIES.map((category) => (
        <>
          <dt key={`${category} name`}>{ITEM_LABELS[category]}</dt>
          <dd key={`${category} count`} class="num">
            {row.categories === null ? "unknown" : int(row.categories[category])}
          </dd>
        </>
      ))}
    </dl>
  </Panel>
))
