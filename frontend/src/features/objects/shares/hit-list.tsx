import { $, component$, useOnDocument } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Row } from "~/client/contract"
import { ErrorState } from "~/components/ui/states"
import { bytes, dateTime } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { visible } from "~/lib/visible"

type Hit = Row<"GET /api/browser/shares/:share_id/hits">

const HIT_LABELS: Record<Hit["what"], string> = {
  file: "Downloaded",
  archive: "Downloaded as ZIP",
  upload: "Sent",
  refused: "Wrong password"
}

const describeHit = ({ bytes: count, outcome, what }: Hit): string => {
  if (what === "refused") return ""
  return outcome === "open" ? "under way" : outcome === "cut" ? `cut off after ${bytes(count)}` : bytes(count)
}

export const HitList = component$<{ readonly id: string }>(({ id }) => {
  const hits = useLoaded(
    $((signal: AbortSignal) => call("GET /api/browser/shares/:share_id/hits", { params: { share_id: id }, signal }))
  )
  useOnDocument(
    "shares",
    $(() => reload(hits))
  )
  const { problem, value } = hits
  return (
    <section class="mt-5 border-t border-line pt-3" aria-label="What was done with it">
      <h3 class="mb-2 font-medium">What was done with it</h3>
      {value === null && problem && (
        <ErrorState title="This could not be read" problem={problem} onRetry$={() => reload(hits)} />
      )}
      {value === null && !problem && <span class="skeleton block h-8" />}
      {value?.items.length === 0 && <p class="text-ink-2">Nothing yet.</p>}
      <ol class="grid gap-2" data-testid="hits">
        {value?.items.map((hit) => (
          <li key={hit.id} class="min-w-0 text-xs">
            <span class="block wrap-anywhere">
              {HIT_LABELS[hit.what]}
              {hit.name === "" ? (
                ""
              ) : (
                <>
                  {" "}
                  <b class="font-medium">{visible(hit.name)}</b>
                </>
              )}
              {describeHit(hit) === "" ? "" : <span class="num text-ink-2">, {describeHit(hit)}</span>}
            </span>
            <span class="block text-ink-3">
              {dateTime(hit.at)}
              {hit.network === "" ? (
                ""
              ) : (
                <>
                  {" "}
                  · <span class="font-mono">{hit.network}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
})
