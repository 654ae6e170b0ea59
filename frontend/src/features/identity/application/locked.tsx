import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"

export const Locked = component$<{ readonly by: string | null }>(({ by }) => (
  <fieldset disabled={by !== null} class="min-w-0" data-locked={by ?? undefined}>
    <Slot />
    {by !== null && (
      <p class="mt-1 flex items-center gap-1.5 text-xs text-ink-2">
        <Icon name="lock" class="size-3.5 flex-none" />{" "}
        <span class="min-w-0">
          Fixed by <code class="font-mono break-all">{by}</code> in the environment of the service
        </span>
      </p>
    )}
  </fieldset>
))
