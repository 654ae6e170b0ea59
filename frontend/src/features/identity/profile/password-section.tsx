import { component$, type QRL } from "@builder.io/qwik"
import { useEditing } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import type { Loaded } from "~/lib/use-loaded"
import { PasswordDialog } from "./password-dialog"
import { Item, Section } from "./section"
import type { Security } from "./security"

interface PasswordSectionProps {
  readonly security: Loaded<Security>
  readonly onChanged$: QRL<() => void>
}

export const PasswordSection = component$<PasswordSectionProps>(({ onChanged$, security }) => {
  const editing = useEditing<Security>()
  const own = security.value
  const changed = own?.password_changed_at ?? null
  return (
    <Section id="password" title="Password" text="For signing in with your e-mail address." loaded={security}>
      {own && (
        <ul class="card">
          <Item>
            <p class="font-medium">{own.has_password ? "A password is set" : "No password is set"}</p>
            <p class="text-xs text-ink-3">
              {!own.has_password ? (
                "You sign in with a provider."
              ) : changed ? (
                <>
                  Changed <Ago at={changed} />
                </>
              ) : (
                "Never changed since it was made"
              )}
            </p>
            <button
              q:slot="action"
              type="button"
              class="btn btn-secondary"
              onClick$={() => {
                editing.value = own.has_password ? { row: own } : {}
              }}
            >
              {own.has_password ? "Change password" : "Set password"}
            </button>
          </Item>
        </ul>
      )}
      <PasswordDialog open={editing} onChanged$={onChanged$} />
    </Section>
  )
})
