import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { publishLinkEvent } from "~/client/link/link"
import { asProblem } from "~/client/problem-error"
import { revive } from "~/client/revive"
import type { SignedIn } from "~/client/session"
import { announceSignIn, type SignInStep } from "~/components/gate/after-step"
import { PasskeyStep } from "~/components/gate/passkey-step"
import { Dialog } from "~/components/ui/dialog"
import { Icon } from "~/components/ui/icon"
import { SIGN_IN_DONE } from "~/lib/safe-next"
import type { SignInMethod } from "./sign-in-methods"
import type { SignInProvider } from "./provider"
import { SignInForms } from "./sign-in-forms"

/** Sends the failed requests again after the sign-in. If another user signs in, the page reloads instead. */
export const SignInDialog = component$<{ readonly session: Signal<SignedIn | null> }>(({ session }) => {
  const open = useSignal<object | null>({})
  const stage = useSignal<SignInStep["next"]>("ready")
  const was = session.value
  const method = useSignal<SignInMethod>(was?.kind === "s3" ? "s3" : "start")
  const note = useSignal("")
  const error = useSignal("")
  const providers = useSignal<ReadonlyArray<SignInProvider> | null>(null)
  useVisibleTask$(
    async ({ cleanup }) => {
      const before = document.activeElement
      cleanup(() => {
        // it is inert until the dialog is removed
        requestAnimationFrame(() => {
          if (before instanceof HTMLElement && before.isConnected) before.focus()
        })
      })
      try {
        providers.value = await call("GET /api/auth/providers")
      } catch (cause) {
        // the password form works without providers, so show the problem beside it
        error.value = asProblem(cause).message
        providers.value = []
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      if (track(() => open.value) === null) publishLinkEvent({ type: "dismissed" })
    },
    { strategy: "document-ready" }
  )
  const onStep = $(async (step: SignInStep) => {
    stage.value = step.next
    if (step.next !== "ready") return
    announceSignIn()
    const revived = await revive()
    if (revived !== null) session.value = revived
  })
  return (
    <Dialog open={open} title="Sign in to go on">
      <div class="px-5 py-4" data-testid="sign-in-again" data-signs-in>
        {error.value && (
          <p role="alert" class="alert alert-danger mb-4">
            <Icon name="circle-alert" />
            <span>{error.value}</span>
          </p>
        )}
        {stage.value === "webauthn_authentication" ? (
          <>
            <p class="mb-4 text-ink-2">Your password was right. Now prove that it is you.</p>
            <PasskeyStep onStep$={onStep} />
          </>
        ) : stage.value === "webauthn_enrollment" ? (
          <>
            <p class="mb-4 text-ink-2">
              A passkey is asked of you before you go on. It is made in a window of its own; this page waits for it.
            </p>
            <a
              class="btn btn-primary btn-lg w-full"
              href={`/login/enroll?next=${encodeURIComponent(SIGN_IN_DONE)}`}
              target="_blank"
              rel="noopener"
            >
              <Icon name="fingerprint" /> Add a passkey
            </a>
          </>
        ) : (
          <>
            <p class="mb-4 text-ink-2">
              Your session is over. What you typed is kept, and what you were doing goes on by itself after you sign in.
            </p>
            {providers.value === null ? (
              <div class="grid gap-4" role="status" aria-label="Loading ways to sign in">
                <span class="skeleton h-9" />
                <span class="skeleton h-9" />
              </div>
            ) : (
              <SignInForms
                providers={providers.value}
                method={method}
                note={note}
                apart
                onStep$={onStep}
                {...(was?.kind === "user" ? { email: was.user.email } : {})}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
})
