import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { LiveWorkbench } from "./use-live-workbench"

/** Warnings of the listing, such as buckets without statistics. */
export const WorkbenchWarnings = component$<{ readonly live: LiveWorkbench }>(({ live }) =>
  live.warnings.length === 0 ? null : (
    <div class="grid gap-1 px-5 pb-2" role="status">
      {live.warnings.map((text) => (
        <p key={text} class="alert alert-warn">
          <Icon name="triangle-alert" />
          <span>{text}.</span>
        </p>
      ))}
    </div>
  )
)
