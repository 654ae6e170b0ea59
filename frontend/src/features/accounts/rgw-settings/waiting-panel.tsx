import { $, component$ } from "@builder.io/qwik"
import { ErrorState } from "~/components/ui/states"
import { type Loaded, reload } from "~/lib/use-loaded"
import type { AccountOnGateway, UserOnGateway } from "./on-gateway"

export const WaitingForGateway = component$<{ readonly loaded: Loaded<UserOnGateway | AccountOnGateway> }>(
  ({ loaded }) =>
    loaded.problem ? (
      <div class="grid justify-items-center pt-8">
        <ErrorState title="The gateway did not say" problem={loaded.problem} onRetry$={$(() => reload(loaded))} />
      </div>
    ) : (
      <div class="grid gap-3" role="status" aria-label="Loading">
        {[0, 1, 2, 3].map((line) => (
          <span key={line} class={["skeleton block h-8", line % 2 ? "w-3/5" : "w-4/5"]} />
        ))}
      </div>
    )
)
