import { component$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import type { SignedIn } from "~/client/session"
import { Icon } from "~/components/ui/icon"
import { Menu } from "~/components/ui/menu"
import { NavLink } from "~/components/ui/nav-link"
import { useKeyHelp } from "~/lib/key-help"
import { roleName } from "~/lib/role-name"
import { useSession } from "~/lib/session-context"
import { toast, useToasts } from "~/lib/toasts"
import { signOut } from "./sign-out"
import { ThemeToggle } from "./theme-toggle"

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part[0] ?? "")
    .join("")
    .slice(0, 2)
    .toUpperCase()

const describe = (session: SignedIn) =>
  session.kind === "user"
    ? {
        name: session.user.full_name,
        detail: session.user.email,
        note: roleName(session.user.role),
        mark: initials(session.user.full_name)
      }
    : { name: session.access_key, detail: session.endpoint_name, note: "Signed in with S3 keys", mark: null }

export const AccountMenu = component$(() => {
  const session = useSession()
  const toasts = useToasts()
  const keyHelp = useKeyHelp()
  if (session.value === null) return <span class="skeleton size-8 rounded-full" aria-hidden="true" />
  const { detail, mark, name, note } = describe(session.value)
  return (
    <>
      <button
        type="button"
        class="btn btn-icon flex-none rounded-full bg-selected text-xs font-semibold text-accent-text"
        popovertarget="account-menu"
      >
        {mark === null ? <Icon name="key-round" /> : <span aria-hidden="true">{mark}</span>}
        <span class="sr-only">Account of {name}</span>
      </button>
      <Menu id="account-menu" label="Account" end>
        <div class="border-b border-line px-2 pt-1 pb-2">
          <p class={["truncate font-medium", mark === null && "font-mono text-xs"]}>{name}</p>
          <p class="truncate text-xs text-ink-2">{detail}</p>
          <p class="mt-1 text-2xs text-ink-3">{note}</p>
        </div>
        <div class="mt-1 grid">
          {session.value.kind === "user" && (
            <NavLink href="/profile" class="menu-item">
              <Icon name="user" /> Your account
            </NavLink>
          )}
          <button
            type="button"
            class="menu-item"
            popovertarget="account-menu"
            popovertargetaction="hide"
            onClick$={() => {
              keyHelp.value = {}
            }}
          >
            <Icon name="keyboard" /> Keyboard
          </button>
          <ThemeToggle entry keeps={session.value.kind === "user"} class="sm:hidden" />
          <button
            type="button"
            class="menu-item"
            onClick$={async () => {
              try {
                await signOut()
              } catch (cause) {
                toast(toasts, { tone: "danger", text: "You are still signed in", detail: asProblem(cause).message })
              }
            }}
          >
            <Icon name="log-out" /> Sign out
          </button>
        </div>
      </Menu>
    </>
  )
})
