import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"

export const LogLimits = component$(() => (
  <details class="group min-w-0 text-xs text-ink-2" data-testid="log-limits">
    <summary class="flex cursor-pointer items-center gap-1">
      <Icon name="chevron-right" class="transition-transform group-open:rotate-90" />
      What these logs cannot tell
    </summary>
    <ul class="mt-1 ml-5 max-h-40 list-disc space-y-1 overflow-y-auto pr-2">
      <li>How many bytes were sent. The size is that of the object.</li>
      <li>Requests with a wrong signature or an unknown key: the gateway does not log them.</li>
      <li>Uploads that the gateway refused: RGW 20.2 writes no line for them.</li>
      <li>
        Keys in a request’s body, such as those of a deletion of several objects, are evidence, not proof: whoever sent
        the request chose the text. They are marked “not checked”.
      </li>
      <li>A session of a role appears as whoever started it.</li>
    </ul>
  </details>
))
