import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { IdentitiesSection } from "~/features/identity/profile/identities-section"
import { PasskeysSection } from "~/features/identity/profile/passkeys-section"
import { PasswordSection } from "~/features/identity/profile/password-section"
import { PreferencesSection } from "~/features/identity/profile/preferences-section"
import { RecoverySection } from "~/features/identity/profile/recovery-section"
import { SessionsSection } from "~/features/identity/profile/sessions-section"
import { TokensSection } from "~/features/identity/profile/tokens-section"
import { roleName } from "~/lib/role-name"
import { signedInUser, useSession } from "~/lib/session-context"
import { reload, useLoaded } from "~/lib/use-loaded"

export default component$(() => {
  const user = signedInUser(useSession().value)
  const showEnded = useSignal(false)
  const security = useLoaded($((signal: AbortSignal) => call("GET /api/me/security", { signal })))
  const sessions = useLoaded($((signal: AbortSignal) => call("GET /api/me/sessions", { signal })))
  const profile = useLoaded($((signal: AbortSignal) => call("GET /api/users/me", { signal })))
  const tokens = useLoaded(
    $((signal: AbortSignal) =>
      call("GET /api/me/api-tokens", { query: { include_ended: showEnded.value ? "true" : null }, signal })
    )
  )
  useVisibleTask$(
    ({ track }) => {
      // the first listing is already loading
      if (track(() => showEnded.value) || tokens.value !== null) reload(tokens)
    },
    { strategy: "document-ready" }
  )
  const changed = $(() => reload(security, sessions, tokens))
  return (
    <div class="mx-auto max-w-3xl px-5 py-8">
      <h1 class="text-xl font-semibold tracking-tight">Your account</h1>
      {user ? (
        <p class="mt-1 text-ink-2">
          {user.full_name} · {user.email} · {roleName(user.role)}
        </p>
      ) : (
        <p class="mt-1">
          <span class="skeleton inline-block h-4 w-64" aria-hidden="true" />
        </p>
      )}
      <PasswordSection security={security} onChanged$={changed} />
      <PasskeysSection security={security} onChanged$={changed} />
      <RecoverySection security={security} onChanged$={changed} />
      <IdentitiesSection security={security} />
      <SessionsSection sessions={sessions} />
      <TokensSection tokens={tokens} ended={showEnded} />
      <PreferencesSection profile={profile} />
    </div>
  )
})

export const head: DocumentHead = { title: "Your account" }
