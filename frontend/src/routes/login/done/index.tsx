import { component$, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { openSession } from "~/client/refresh"
import { signedIn } from "~/components/gate/after-step"
import { Gate, GateTitle } from "~/components/gate/gate"

/** Where a sign-in ends that began in a dialog and went on in a window of its own. */
export default component$(() => {
  useVisibleTask$(
    async () => {
      if (!(await openSession()).authenticated) return window.location.replace("/login")
      signedIn()
      // Only a window that a page opened may close itself; in any other the words below stay.
      window.close()
    },
    { strategy: "document-ready" }
  )
  return (
    <Gate>
      <GateTitle title="You are signed in" text="Your other window goes on where it was. You can close this one." />
      <a class="btn btn-secondary btn-lg" href="/">Go to the console here</a>
    </Gate>
  )
})

export const head: DocumentHead = { title: "Signed in" }
