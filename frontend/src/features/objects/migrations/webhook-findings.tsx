import { component$ } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"

type WebhookTest = Answer<"POST /api/manager/migrations/webhook-test">

export const WebhookFindings = component$<{ readonly found: WebhookTest }>(({ found }) => (
  <div class={["alert", found.delivered ? "alert-ok" : "alert-danger"]} data-testid="webhook-test">
    <Icon name={found.delivered ? "circle-check" : "circle-alert"} />
    <div>
      <p>
        {found.delivered ? "The test event is delivered" : "The test event is not delivered"}: {found.summary}.
      </p>
      {found.signed_with === "test" && (
        <p class="mt-1">
          This address has no saved secret yet: the event was signed with one that nobody knows, and a receiver that
          verifies signatures refuses it. Save the draft, then test again.
        </p>
      )}
    </div>
  </div>
))
