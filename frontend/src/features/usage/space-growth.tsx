import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { useLoaded } from "~/lib/use-loaded"
import { forecastText } from "./quotas/forecast-text"
import { GrowthFacts } from "./quotas/growth"

interface SpaceGrowthProps {
  readonly accountId: number
  readonly spaceId: number
}

export const SpaceGrowth = component$<SpaceGrowthProps>(({ accountId, spaceId }) => {
  const growth = useLoaded(
    $((signal: AbortSignal) =>
      callIn({ accountId }, "GET /api/portal/spaces/:space_id/growth", { params: { space_id: spaceId }, signal })
    )
  )
  const loaded = growth.value
  if (loaded === null)
    return growth.problem ? <p class="text-ink-2">The growth could not be loaded. {growth.problem.message}</p> : null
  return (
    <section aria-labelledby="space-growth">
      <h2 id="space-growth" class="mb-2 font-medium">
        Growth
      </h2>
      <dl class="facts" data-testid="space-growth">
        {loaded.space === null ? (
          <>
            <dt>Growth of size</dt>
            <dd>unknown: folders have no size of their own</dd>
          </>
        ) : (
          <>
            <GrowthFacts forecast={loaded.space} />
            <dt>Quota of the bucket</dt>
            <dd>{forecastText(loaded.space)}</dd>
          </>
        )}
        <dt>Quota of the account</dt>
        <dd>{forecastText(loaded.account)}</dd>
      </dl>
    </section>
  )
})
