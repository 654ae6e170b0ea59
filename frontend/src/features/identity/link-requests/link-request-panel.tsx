import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { RoleBadge } from "~/features/identity/users/role-badge"
import { dateTime } from "~/lib/format"
import { type LinkRequest, StatusBadge } from "./status-badge"

type RequestSubject = LinkRequest & { readonly name: string }

const asSubject = (request: LinkRequest): RequestSubject => ({ ...request, name: request.target.email })

const ApproveText = component$<{ readonly subject: RequestSubject }>(({ subject }) => (
  <>
    <p>
      From now on {subject.display_name ?? subject.email} of {subject.provider_label ?? subject.provider_id} signs in as{" "}
      <b class="font-medium text-ink">{subject.target.full_name}</b> ({subject.target.email}). Make sure that both are
      the same person.
    </p>
    <p class="mt-2">The account’s sessions and API tokens end at once.</p>
  </>
))

const RejectText = component$<{ readonly subject: RequestSubject }>(({ subject }) => (
  <p>
    {subject.display_name ?? subject.email} of {subject.provider_label ?? subject.provider_id} cannot sign in here. The
    account of <b class="font-medium text-ink">{subject.target.full_name}</b> stays as it is. You can still approve it
    later.
  </p>
))

export const LinkRequestPanel = component$<PanelProps<LinkRequest>>(({ listing, row }) => {
  const again = $(async ({ id }: RequestSubject) => {
    changed(listing)
    const request = await orGone(
      call("GET /api/admin/identity/link-requests/:request_id", { params: { request_id: id } })
    )
    return request && asSubject(request)
  })
  const approve = useAction({
    run$: $(({ id, target }: RequestSubject) =>
      call("POST /api/admin/identity/link-requests/:request_id/approve", {
        params: { request_id: id },
        query: { confirm_name: target.email }
      })
    ),
    after$: $(() => changed(listing, "")),
    again$: again,
    toast$: $(({ email, target }: LinkRequest) => ({
      text: `${email} is linked`,
      detail: `The next sign-in with it opens the account of ${target.full_name}.`
    }))
  })
  const reject = useAction({
    run$: $(({ id, target }: RequestSubject) =>
      call("POST /api/admin/identity/link-requests/:request_id/reject", {
        params: { request_id: id },
        query: { confirm_name: target.email }
      })
    ),
    after$: $(() => changed(listing, "")),
    again$: again,
    toast$: $(({ email }: LinkRequest) => ({ text: `The request of ${email} is rejected` }))
  })
  const subject = asSubject(row)
  const approvable = row.status === "pending" || row.status === "rejected"
  return (
    <Panel kind="Link request" title={row.email} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        <dt>Status</dt>
        <dd>
          <StatusBadge status={row.status} />
          {row.decided_at && (
            <span class="mt-1 block text-xs text-ink-3">
              Decided {dateTime(row.decided_at)}
              {row.decided_by && ` by ${row.decided_by}`}
            </span>
          )}
        </dd>
        <dt>Who asks</dt>
        <dd class="break-words">
          {row.display_name ?? row.email}
          <span class="block text-xs text-ink-3">{row.email}</span>
        </dd>
        <dt>Provider</dt>
        <dd>
          {row.provider_label ?? row.provider_id}
          {row.provider_label === null && (
            <>
              {" "}
              <Badge text="Provider is gone" tone="warn" />
            </>
          )}
        </dd>
        <dt>Account</dt>
        <dd class="grid justify-items-start gap-1">
          <span>
            {row.target.full_name}
            <span class="block text-xs break-all text-ink-3">{row.target.email}</span>
          </span>
          <RoleBadge role={row.target.role} />
          {!row.target.is_active && <Badge text="Inactive" tone="danger" icon="ban" />}
        </dd>
        <dt>Why by hand</dt>
        <dd>{row.reason}</dd>
        <dt>Asked</dt>
        <dd>
          {dateTime(row.requested_at)}
          {row.status === "pending" && (
            <span class="block text-xs text-ink-3">
              Expires <Ago at={row.expires_at} />, {dateTime(row.expires_at)}
            </span>
          )}
        </dd>
      </dl>
      {row.status === "expired" && (
        <p class="alert mt-4">
          <Icon name="info" />
          <span>Nobody decided in time. Another sign-in with the provider asks anew.</span>
        </p>
      )}
      {approvable && !row.target.is_active && (
        <p class="alert alert-warn mt-4">
          <Icon name="triangle-alert" />
          <span>The account is not active: activate it first.</span>
        </p>
      )}
      <div q:slot="actions" class="contents">
        {approvable && (
          <ActionButton
            action={approve}
            on={subject}
            asks
            label="Approve…"
            icon="check"
            class="btn-primary flex-1"
            disabled={!row.target.is_active}
          />
        )}
        {row.status === "pending" && (
          <ActionButton
            action={reject}
            on={subject}
            asks
            label="Reject…"
            icon="x"
            class="btn-secondary flex-1 text-danger"
          />
        )}
        <ConfirmDialog
          action={approve}
          id="approve-link"
          title="Approve this link"
          button="Approve and link"
          harmless
          about={ApproveText}
        />
        <ConfirmDialog action={reject} id="reject-link" title="Reject this link" button="Reject" about={RejectText} />
      </div>
    </Panel>
  )
})
