import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { usedText } from "~/features/accounts/rgw-settings/usage"
import { StateCell } from "./cells"
import { SUBJECT_KINDS, type QuotaSubject, subjectHref, timeText } from "./quota-subject"

export const QuotaPanel = component$<PanelProps<QuotaSubject>>(({ listing, row }) => (
  <Panel kind={`Quota of an ${SUBJECT_KINDS[row.type]}`} title={row.name} onClose$={$(() => openRow(listing, ""))}>
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <StateCell row={row} />
      </dd>
      <dt>Endpoint</dt>
      <dd>{row.storage_endpoint_name}</dd>
      <dt>Size</dt>
      <dd>{row.used_bytes === null ? "unknown" : usedText("bytes", row.used_bytes, row.quota_max_bytes)}</dd>
      <dt>Objects</dt>
      <dd>{row.object_count === null ? "unknown" : usedText("objects", row.object_count, row.quota_max_objects)}</dd>
      <dt>Time until full</dt>
      <dd>{timeText(row)}</dd>
      <dt>Measured</dt>
      <dd>{row.measured_at === null ? "not yet" : <Ago at={row.measured_at} />}</dd>
    </dl>
    <div q:slot="actions" class="contents">
      <NavLink href={subjectHref(row)} class="btn btn-primary flex-1">
        <Icon name="chart-column" /> Open
      </NavLink>
    </div>
  </Panel>
))
