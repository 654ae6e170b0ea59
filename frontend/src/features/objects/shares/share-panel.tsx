import { $, component$, useSignal } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { bytes, dateTime } from "~/lib/format"
import { visible } from "~/lib/visible"
import { StateBadge, usesText } from "./cells"
import { HitList } from "./hit-list"
import { LinkAddress } from "./link-address"
import { RevokeText, type RevokedLink } from "./revoke-text"
import { addressOfShare, shareKindText, nameOfShare, sharedPlaceText, revokeShare, type Share } from "./share"

const limitsOf = ({ max_file_bytes, max_total_bytes }: Share): string =>
  [
    ...(max_file_bytes === null ? [] : [`${bytes(max_file_bytes)} a file`]),
    ...(max_total_bytes === null ? [] : [`${bytes(max_total_bytes)} in all`])
  ].join(", ")

export const SharePanel = component$<PanelProps<Share>>(({ listing, row }) => {
  const url = useSignal("")
  const problem = useSignal("")
  const revoke = useAction({
    run$: $(({ id }: RevokedLink) => revokeShare(id)),
    after$: $(() => changed(listing)),
    toast$: $((_: unknown, { name }: RevokedLink) => ({ text: `${name} is revoked` }))
  })
  const hasEnded = row.state === "expired" || row.state === "revoked"
  const limitText = limitsOf(row)
  return (
    <Panel kind={shareKindText(row)} title={visible(nameOfShare(row))} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <StateBadge row={row} />
        </dd>
        <dt>Leads to</dt>
        <dd class="font-mono text-xs wrap-anywhere">{visible(sharedPlaceText(row))}</dd>
        <dt>{row.revoked_at === null ? "Ends" : "Revoked"}</dt>
        <dd>{dateTime(row.revoked_at ?? row.expires_at)}</dd>
        <dt>Password</dt>
        <dd>{row.has_password ? "Asked for" : "None"}</dd>
        <dt>{row.kind === "upload" ? "Files sent" : "Downloads"}</dt>
        <dd class="num">
          {usesText(row)}, {bytes(row.bytes)}
        </dd>
        {limitText !== "" && (
          <>
            <dt>At most</dt>
            <dd class="num">{limitText}</dd>
          </>
        )}
      </dl>
      {!hasEnded && row.own && (
        <div class="mt-4 grid min-w-0 gap-2">
          {url.value === "" ? (
            <button
              type="button"
              class="btn btn-secondary justify-self-start"
              onClick$={async () => {
                problem.value = ""
                try {
                  url.value = await addressOfShare(row.id)
                } catch (cause) {
                  problem.value = asProblem(cause).message
                }
              }}
            >
              <Icon name="eye" /> Show the link
            </button>
          ) : (
            <LinkAddress url={url.value} />
          )}
          {problem.value !== "" && (
            <p role="alert" class="text-danger">
              {problem.value}
            </p>
          )}
        </div>
      )}
      <HitList key={row.id} id={row.id} />
      <div q:slot="actions" class="contents">
        <ActionButton
          action={revoke}
          on={{ id: row.id, name: nameOfShare(row) }}
          asks
          disabled={hasEnded}
          label="Revoke…"
          icon="ban"
          class="btn-secondary text-danger flex-1"
        />
        <ConfirmDialog action={revoke} id="revoke-link" title="Revoke" named button="Revoke link" about={RevokeText} />
      </div>
    </Panel>
  )
})
