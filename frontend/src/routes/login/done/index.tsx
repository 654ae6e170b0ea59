import { component$, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { openSession } from "~/client/refresh"
import { announceSignIn } from "~/components/gate/after-step"
import { AuthLayout, GateTitle } from "~/components/gate/gate"

export default component$(() => {
  useVisibleTask$(
    async () => {
      if (!(await openSession()).authenticated) return window.location.replace("/login")
      announceSignIn()
      // only a window that a page opened can close itself
      window.close()
    },
    { strategy: "document-ready" }
  )
  return (
    <AuthLayout>
      <GateTitle title="You are signed in" text="Your other window goes on where it was. You can close this one." />
      <a class="btn btn-secondary btn-lg" href="/">
        Go to the console here
      </a>
    </AuthLayout>
  )
})

export const head: DocumentHead = { title: "Signed in" }
