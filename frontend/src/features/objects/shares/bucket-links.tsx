import { $, component$, type Signal, useVisibleTask$ } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { ErrorState } from "~/components/ui/states"
import type { BucketPlace } from "~/lib/bucket-place"
import { dateTime } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { visible } from "~/lib/visible"
import { StateBadge, usesText } from "./cells"
import {
  canBeRevoked,
  SHARE_DIRECTIONS,
  sharedFolder,
  linksOfBucket,
  nameOfManaged,
  revokeOfBucket
} from "./managed-share"
import { RevokeText, type RevokedLink } from "./revoke-text"

interface LinksProps {
  readonly place: BucketPlace
  readonly changed: Signal<number>
}

export const BucketLinks = component$<LinksProps>(({ changed, place }) => {
  const links = useLoaded($((signal: AbortSignal) => linksOfBucket(place, signal)))
  useVisibleTask$(
    ({ track }) => {
      if (track(() => changed.value) > 0) reload(links)
    },
    { strategy: "document-ready" }
  )
  const revoke = useAction({
    run$: $(({ id }: RevokedLink) => revokeOfBucket(place, id)),
    after$: $(() => {
      changed.value++
    }),
    toast$: $((_: unknown, { name }: RevokedLink) => ({ text: `${name} is revoked` }))
  })
  const { problem, value } = links
  return (
    <section class="card grid min-w-0 gap-3 p-4" aria-labelledby="links-title" data-testid="bucket-links">
      <div>
        <h2 id="links-title" class="text-base font-medium">
          Links
        </h2>
        <p class="text-xs text-ink-3">
          Share and upload links open the bucket to whoever has them, with the rights of the person who made them.
          Policies and the public access block do not stop them.
        </p>
      </div>
      {value === null && problem && (
        <ErrorState
          title="The links of this bucket could not be read"
          problem={problem}
          onRetry$={() => reload(links)}
        />
      )}
      {value === null && !problem && <span class="skeleton block h-8" role="status" aria-label="Loading links" />}
      {value?.items.length === 0 && <p class="text-ink-2">No link leads to this bucket.</p>}
      {value !== null && value.items.length > 0 && (
        <div class="min-w-0">
          <table class="report">
            <caption class="sr-only">Links to this bucket</caption>
            <thead>
              <tr>
                <th scope="col">Folder</th>
                <th scope="col">Direction</th>
                <th scope="col">State</th>
                <th scope="col">Ends</th>
                <th scope="col">Created by</th>
                <th scope="col" class="num whitespace-nowrap">
                  Used
                </th>
                <th scope="col">
                  <span class="sr-only">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.items.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <span class="font-mono text-xs break-all">{visible(sharedFolder(row))}</span>
                    {row.title !== "" && <span class="block text-ink-2 wrap-anywhere">{visible(row.title)}</span>}
                  </th>
                  <td data-label="Direction">{SHARE_DIRECTIONS[row.kind]}</td>
                  <td data-label="State">
                    <StateBadge row={row} />
                  </td>
                  <td data-label="Ends" class="whitespace-nowrap">
                    {dateTime(row.expires_at)}
                  </td>
                  <td data-label="Created by" class="wrap-anywhere">
                    {row.made_by}
                  </td>
                  <td data-label="Used" class="num">
                    {usesText(row)}
                  </td>
                  <td data-label="">
                    {canBeRevoked(row) && (
                      <ActionButton
                        action={revoke}
                        on={{ id: row.id, name: nameOfManaged(row) }}
                        asks
                        label="Revoke…"
                        icon="ban"
                        class="btn-secondary text-danger"
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ConfirmDialog
        action={revoke}
        id="revoke-bucket-link"
        title="Revoke"
        named
        button="Revoke link"
        about={RevokeText}
      />
    </section>
  )
})
