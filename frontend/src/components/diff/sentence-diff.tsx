import { component$ } from "@builder.io/qwik"

export const SentenceDiff = component$<{ readonly before: string; readonly after: string }>(({ after, before }) => (
  <dl class="facts" data-testid="sentence-diff">
    <dt>Now</dt>
    <dd class="min-w-0 text-ink-2 [overflow-wrap:anywhere]">{before || "not set"}</dd>
    <dt>After saving</dt>
    <dd class="min-w-0 font-medium text-ink [overflow-wrap:anywhere]">{after || "not set"}</dd>
  </dl>
))
