import { component$ } from "@builder.io/qwik"
import { Badge, type Tone } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import type { IconName } from "~/lib/icon-names"
import type { Exposure } from "./policy"

const VERDICTS: Readonly<Record<Exposure["verdict"], { readonly text: string; readonly tone: Tone; readonly icon: IconName }>> = {
  public: { text: "Public", tone: "danger", icon: "globe" }, conditional: { text: "Public under conditions", tone: "warn", icon: "globe" },
  shielded: { text: "Shielded", tone: "info", icon: "shield-check" }, private: { text: "Private", tone: "ok", icon: "lock" }
}

/** Whether the bucket is public, and through what. */
export const ExposureCard = component$<{ readonly exposure: Exposure }>(({ exposure: { policy_is_public, verdict, ways, website, words } }) => {
  const { icon, text, tone } = VERDICTS[verdict]
  return (
    <section class="card grid min-w-0 gap-2 p-4" aria-labelledby="exposure-title" data-testid="exposure">
      <h2 id="exposure-title" class="flex flex-wrap items-center gap-2 text-base font-medium">Exposure <Badge text={text} tone={tone} icon={icon} /></h2>
      {ways.length === 0
        ? <p class="text-ink-2">{words}</p>
        : (
          <ul class="grid gap-1">
            {ways.map((way) => (
              <li key={`${way.via} ${way.to} ${way.may} ${way.standing}`} class="flex min-w-0 items-start gap-2">
                <Icon name={way.standing === "shielded" ? "shield-check" : "globe"} class="mt-0.5 flex-none" />
                <span class="min-w-0 break-words">{way.words} {way.standing === "shielded" && <span class="text-ink-2">The public access block keeps it shut.</span>}</span>
              </li>
            ))}
          </ul>
        )}
      {(verdict === "public" || verdict === "conditional") && !policy_is_public && ways.some(({ via }) => via === "policy") && (
        <p class="alert alert-warn"><Icon name="triangle-alert" /><span>The gateway itself does not call this policy public, so that RestrictPublicBuckets would not shut it.</span></p>
      )}
      <p class="text-xs text-ink-3">{website ? "The bucket is a website as well: it serves what anybody may read. " : ""}ACLs of single objects are not looked at: each can open its object by itself.</p>
    </section>
  )
})
