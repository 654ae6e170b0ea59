import { component$, type QRL } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { counted } from "~/lib/format"
import type { PreviewStatus } from "./previewing"

interface LookProps {
  readonly status: PreviewStatus
  readonly problem: string
  /** How many keys were looked at. */
  readonly keys: number
  /** What it came to, once everything was looked at. */
  readonly said: string
  readonly look$: QRL<() => unknown>
  /** Ends the reading, and forgets what it told. */
  readonly forget$: QRL<() => unknown>
}

/** Asks what work would do before it is begun, and says how far that is. */
export const LookFirstText = component$<LookProps>(({ forget$, keys, look$, problem, said, status }) => (
  <>
    <div class="flex flex-wrap items-center gap-3">
      {status === "reading"
        ? <button key="stop" type="button" class="btn btn-secondary" onClick$={forget$}><Icon name="x" /> Stop</button>
        : <button key="look" type="button" class="btn btn-secondary" onClick$={look$}><Icon name="eye" /> Preview</button>}
      <p role="status" class="flex items-center gap-2 text-xs text-ink-2">
        {status === "reading" && <><Icon name="loader-circle" class="spin size-3.5" /> <span class="num">{counted(keys, "key")} looked at</span></>}
        {status === "whole" && <span class="num">{said}</span>}
      </p>
    </div>
    {status === "failed" && <p role="alert" class="text-danger">{problem}</p>}
  </>
))
