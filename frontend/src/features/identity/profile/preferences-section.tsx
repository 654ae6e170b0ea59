import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { useAction } from "~/components/action"
import { attempt } from "~/components/action/use-action"
import { applyTheme } from "~/lib/theme"
import type { Loaded } from "~/lib/use-loaded"
import { Section } from "./section"

type Profile = Answer<"GET /api/users/me">
type Theme = Profile["preferences"]["theme"]

const THEMES: ReadonlyArray<readonly [Theme, string]> = [
  ["system", "As the system has it"],
  ["light", "Light"],
  ["dark", "Dark"]
]

interface Change {
  readonly id: string
  readonly name: string
  readonly body: {
    readonly quota_alerts_enabled?: boolean
    readonly quota_alerts_global_watch?: boolean
    readonly preferences?: { readonly theme: Theme }
  }
}

export const PreferencesSection = component$<{ readonly profile: Loaded<Profile> }>(({ profile }) => {
  const save = useAction({
    run$: $(({ body }: Change) => call("PUT /api/users/me", { body })),
    after$: $((savedProfile: Profile) => {
      profile.value = savedProfile
    }),
    failed: "Your preferences could not be saved"
  })
  const me = profile.value
  return (
    <Section
      id="preferences"
      title="Preferences"
      text="Kept with your account: they follow you to every browser."
      loaded={profile}
    >
      {me !== null && (
        <div class="card divide-y divide-line">
          <fieldset class="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
            <legend class="sr-only">Theme</legend>
            <span class="min-w-40 flex-1 font-medium" aria-hidden="true">
              Theme
            </span>
            {THEMES.map(([theme, label]) => (
              <label key={theme} class="flex min-h-6 items-center gap-2">
                <input
                  type="radio"
                  name="theme"
                  value={theme}
                  class="check radio"
                  checked={me.preferences.theme === theme}
                  disabled={save.state.busy}
                  onChange$={async () => {
                    applyTheme(theme)
                    await attempt(save, { id: "theme", name: "Theme", body: { preferences: { theme } } }, false)
                  }}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <label class="flex items-start gap-3 px-4 py-3">
            <input
              type="checkbox"
              class="check mt-0.5"
              checked={me.quota_alerts_enabled}
              disabled={save.state.busy}
              onChange$={(_, box) =>
                attempt(
                  save,
                  { id: "alerts", name: "Quota alerts", body: { quota_alerts_enabled: box.checked } },
                  false
                )
              }
            />
            <span>
              <span class="block font-medium">Quota alerts by e-mail</span>
              <span class="block text-xs text-ink-3">Alerts in the console come either way.</span>
            </span>
          </label>
          {(me.role === "ui_admin" || me.role === "ui_superadmin") && (
            <label class="flex items-start gap-3 px-4 py-3">
              <input
                type="checkbox"
                class="check mt-0.5"
                checked={me.quota_alerts_global_watch}
                disabled={save.state.busy}
                onChange$={(_, box) =>
                  attempt(
                    save,
                    { id: "watch", name: "Quota alerts", body: { quota_alerts_global_watch: box.checked } },
                    false
                  )
                }
              />
              <span>
                <span class="block font-medium">Watch the quotas of everybody</span>
                <span class="block text-xs text-ink-3">
                  Alerts in the console about every RGW account and RGW user, not only about those you are linked to.
                </span>
              </span>
            </label>
          )}
        </div>
      )}
    </Section>
  )
})
