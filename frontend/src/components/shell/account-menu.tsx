import { component$ } from "@builder.io/qwik"
import { logout } from "~/client/session"
import { Icon } from "~/components/ui/icon"
import { Menu } from "~/components/ui/menu"
import { useSession } from "~/lib/session-context"
import { hintSignedOut } from "~/lib/signed-in-hint"
import { toast, useToasts } from "~/lib/toasts"
import { asProblem } from "~/client/problem-error"

const ROLES = { ui_superadmin: "Super administrator", ui_admin: "Administrator", ui_user: "User", ui_none: "No access" } as const

const initials = (name: string): string => name.split(/\s+/).map((part) => part[0] ?? "").join("").slice(0, 2).toUpperCase()

export const AccountMenu = component$(() => {
  const session = useSession()
  const toasts = useToasts()
  const user = session.value?.user
  if (!user) return <span class="skeleton size-8 rounded-full" aria-hidden="true" />
  return (
    <>
      <button type="button" class="btn btn-icon rounded-full bg-selected text-xs font-semibold text-accent-text" popovertarget="account-menu">
        <span aria-hidden="true">{initials(user.full_name)}</span>
        <span class="sr-only">Account of {user.full_name}</span>
      </button>
      <Menu id="account-menu" label="Account" end>
        <div class="border-b border-line px-2 pt-1 pb-2">
          <p class="truncate font-medium">{user.full_name}</p>
          <p class="truncate text-xs text-ink-2">{user.email}</p>
          <p class="mt-1 text-2xs text-ink-3">{ROLES[user.role]}</p>
        </div>
        <button
          type="button"
          class="menu-item mt-1"
          onClick$={async () => {
            try {
              await logout()
              hintSignedOut()
              window.location.assign("/login")
            } catch (cause) {
              toast(toasts, { tone: "danger", text: "You are still signed in", detail: asProblem(cause).message })
            }
          }}
        >
          <Icon name="log-out" /> Sign out
        </button>
      </Menu>
    </>
  )
})
