import { component$ } from "@builder.io/qwik"
import { FreshnessLine } from "~/components/ui/freshness"
import { int } from "~/lib/format"
import { type LiveRows, readOn, stopReading } from "./live-rows"

export const LiveLine = component$<{ readonly live: LiveRows; readonly noun?: string; readonly once?: boolean }>(
  ({ live, noun = "buckets", once = false }) => {
    const { failure, phase, progress, readAt, unavailable, unlisted } = live
    const so = progress === null ? "" : `${int(progress.processed)} of ${int(progress.total)} ${noun} read`
    if (phase === "done") {
      return (
        <span class="flex flex-wrap items-center gap-2 text-xs text-ink-2">
          <FreshnessLine
            stream={once ? "none" : live.live ? "open" : "closed"}
            readAt={readAt}
            stale={unlisted !== ""}
            verb="Read"
          />
          {unlisted !== "" && (
            <span role="status" class="text-warn">
              The buckets could not be listed; those known before are shown. {unlisted}
            </span>
          )}
          {unavailable > 0 && (
            <>
              <span role="status">{int(unavailable)} unavailable</span>
              <button type="button" class="btn btn-ghost btn-sm" onClick$={() => readOn(live, true)}>
                Try again
              </button>
            </>
          )}
        </span>
      )
    }
    if (phase === "reading" && failure !== "")
      return (
        <span class="flex flex-wrap items-center gap-2 text-xs text-ink-2">
          <span role="status" class="text-warn">
            {so === "" ? "Nothing is read yet." : `${so}.`} {failure} It is read again by itself.
          </span>
          <button type="button" class="btn btn-ghost btn-sm" onClick$={() => readOn(live, false)}>
            Try again
          </button>
        </span>
      )
    return (
      <span class="flex flex-wrap items-center gap-2 text-xs text-ink-2">
        {phase === "reading" && (
          <progress class="meter w-24" max={100} value={progress?.percent ?? 0} aria-label={`Reading of the ${noun}`} />
        )}
        <span role="status">
          {phase === "stopped" ? `Stopped: ${so === "" ? "nothing read" : so}` : so === "" ? "Reading…" : so}
        </span>
        {phase === "stopped" ? (
          <button type="button" class="btn btn-ghost btn-sm" onClick$={() => readOn(live, false)}>
            Go on
          </button>
        ) : (
          <button type="button" class="btn btn-ghost btn-sm" onClick$={() => stopReading(live)}>
            Stop
          </button>
        )}
      </span>
    )
  }
)
