import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { dateTime } from "~/lib/format"
import type { BucketQuarantine } from "./use-quarantine"

export const QuarantineNote = component$<{ readonly quarantine: BucketQuarantine }>(({ quarantine }) => (
  <p class="alert alert-warn mx-5 mb-3" role="status" data-testid="quarantine">
    <Icon name="timer" />
    <span class="min-w-0">
      {quarantine.state === "deleting" ? (
        "This bucket is being emptied, and then deleted."
      ) : (
        <>
          This bucket is in quarantine: its objects are blocked
          {quarantine.until !== null && `, and it is deleted on ${dateTime(quarantine.until)}`}.
        </>
      )}{" "}
      Whoever manages it can restore it in the Manager until then.
    </span>
  </p>
))
