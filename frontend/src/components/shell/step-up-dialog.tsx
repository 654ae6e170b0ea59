import { $, component$, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem, ProblemError } from "~/client/problem-error"
import { setCsrf } from "~/client/csrf"
import { untilSignedIn } from "~/client/link/link"
import { onStepUp, settleStepUp } from "~/client/step-up"
import { presentPasskey } from "~/components/gate/passkey"
import { passkeyError } from "~/components/gate/passkey-error"
import { Dialog } from "~/components/ui/dialog"
import { Icon } from "~/components/ui/icon"

interface StepUp {
  busy: boolean
  error: string
  without: boolean
  afresh: boolean
  options: Answer<"POST /api/auth/step-up/options"> | null
}

export const StepUpDialog = component$(() => {
  const open = useSignal<object | null>(null)
  const state = useStore<StepUp>(
    { busy: false, error: "", without: false, afresh: false, options: null },
    { deep: false }
  )
  useVisibleTask$(
    ({ cleanup }) =>
      cleanup(
        onStepUp(() => {
          open.value = {}
        })
      ),
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    async ({ track }) => {
      if (track(() => open.value) === null) {
        if (!state.afresh) settleStepUp(false)
        return
      }
      Object.assign(state, { busy: true, error: "", without: false, afresh: false, options: null })
      try {
        state.options = await call("POST /api/auth/step-up/options")
      } catch (cause) {
        state.without = cause instanceof ProblemError && cause.status === 403
        if (!state.without) state.error = passkeyError(cause)
      } finally {
        state.busy = false
      }
    },
    { strategy: "document-ready" }
  )
  const present = $(async () => {
    const prepared = state.options
    Object.assign(state, { busy: true, error: "", options: null })
    try {
      const body = await presentPasskey(prepared ?? (await call("POST /api/auth/step-up/options")))
      await call("POST /api/auth/step-up/verify", { body })
      settleStepUp(true)
      open.value = null
    } catch (cause) {
      state.error = passkeyError(cause)
    } finally {
      state.busy = false
    }
  })
  const signInAfresh = $(async () => {
    Object.assign(state, { busy: true, error: "" })
    try {
      await call("POST /api/auth/logout")
      setCsrf(null)
      state.afresh = true
      open.value = null
      settleStepUp(await untilSignedIn(true))
    } catch (cause) {
      state.error = asProblem(cause).message
    } finally {
      state.busy = false
    }
  })
  return (
    <Dialog open={open} title="Confirm that it is you">
      <div class="grid gap-4 px-5 py-4">
        {state.error && (
          <p role="alert" class="alert alert-danger">
            <Icon name="circle-alert" />
            <span>{state.error}</span>
          </p>
        )}
        {state.without ? (
          <>
            <p class="text-ink-2">
              Your account has no passkey, so this needs a recent sign-in. Sign in again to go on: this page stays as it
              is, and what you asked for goes on by itself.
            </p>
            <button
              type="button"
              class="btn btn-primary btn-lg"
              disabled={state.busy}
              autoFocus
              onClick$={signInAfresh}
            >
              Sign in again
            </button>
          </>
        ) : (
          <>
            <p class="text-ink-2">
              What you are about to do asks for your passkey once more. It goes on by itself after that.
            </p>
            <button
              type="button"
              id="confirm-with-passkey"
              class="btn btn-primary btn-lg"
              disabled={state.busy}
              autoFocus
              onClick$={present}
            >
              <Icon name={state.busy ? "loader-circle" : "fingerprint"} class={state.busy ? "spin" : undefined} />
              {state.busy ? "Waiting for your passkey…" : "Use passkey"}
            </button>
            <p class="text-xs text-ink-3">
              Signed in with a recovery code? Ask an administrator to reset your passkeys.
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
})
