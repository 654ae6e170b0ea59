import { $, component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { goAfterStep, requestedPage, type SignInStep } from "~/components/gate/after-step"
import { AuthLayout, GateTitle } from "~/components/gate/gate"
import { PasskeyStep } from "~/components/gate/passkey-step"

export default component$(() => (
  <AuthLayout>
    <GateTitle title="Show your passkey" text="Your password was right. Now prove that it is you." />
    <PasskeyStep onStep$={$((step: SignInStep) => goAfterStep(step, requestedPage()))} />
    <p class="mt-4 text-xs text-ink-2">
      <a class="link" href="/login">
        Sign in as somebody else
      </a>
    </p>
  </AuthLayout>
))

export const head: DocumentHead = { title: "Passkey" }
