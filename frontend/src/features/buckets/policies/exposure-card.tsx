import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { ExposureBadge } from "./verdict"
import { ExposureRoutes } from "./ways"
import type { Exposure } from "./policy"

export const ExposureCard = component$<{ readonly exposure: Exposure }>(
  ({ exposure: { policy_is_public, verdict, ways, website, words } }) => {
    return (
      <section class="card grid min-w-0 gap-2 p-4" aria-labelledby="exposure-title" data-testid="exposure">
        <h2 id="exposure-title" class="flex flex-wrap items-center gap-2 text-base font-medium">
          Exposure <ExposureBadge verdict={verdict} />
        </h2>
        {ways.length === 0 ? <p class="text-ink-2">{words}</p> : <ExposureRoutes ways={ways} />}
        {(verdict === "public" || verdict === "conditional") &&
          !policy_is_public &&
          ways.some(({ via }) => via === "policy") && (
            <p class="alert alert-warn">
              <Icon name="triangle-alert" />
              <span>
                The gateway itself does not call this policy public, so that RestrictPublicBuckets would not shut it.
              </span>
            </p>
          )}
        <p class="text-xs text-ink-3">
          {website ? "The bucket is a website as well: it serves what anybody may read. " : ""}ACLs of single objects
          are not looked at: each can open its object by itself.
        </p>
      </section>
    )
  }
)
