import { component$ } from "@builder.io/qwik"
import { CopyAs } from "~/components/ui/copy-as"
import { timeOfDay } from "~/lib/format"
import { readCommands } from "./commands"
import { onPage, type Reading } from "./feature"
import { readable } from "./line-diff"

interface DetailsProps {
  readonly reading: Reading
  readonly endpoint: string
  readonly bucket: string
  readonly at: number
}

export const DetailsPanel = component$<DetailsProps>(({ at, bucket, endpoint, reading }) => (
  <div class="grid min-w-0 gap-3 py-2">
    {reading.value !== null && (
      <pre
        role="region"
        tabIndex={0}
        aria-label={`${onPage(reading.feature).label} as JSON`}
        class={
          "max-h-72 min-w-0 overflow-auto rounded-ctl bg-sunken px-3 py-2 font-mono " +
          "text-xs whitespace-pre-wrap wrap-anywhere"
        }
      >
        {readable(reading.value)}
      </pre>
    )}
    <CopyAs
      commands={readCommands(reading.feature, { endpoint, bucket })}
      about={`reads ${onPage(reading.feature).label}`}
    />
    {at > 0 && <p class="text-xs text-ink-3">Read at {timeOfDay(at)}.</p>}
  </div>
))
