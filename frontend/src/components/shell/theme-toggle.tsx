import { $, component$, sync$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"

/** Loads no code. `entry`: as a menu item; `keeps`: also stores it in the account. */
export const ThemeToggle = component$<{ readonly entry?: boolean; readonly keeps?: boolean; readonly class?: string }>(
  ({ entry, keeps, class: where }) => (
    <button
      type="button"
      class={[entry ? "menu-item" : "btn btn-ghost btn-icon", where]}
      aria-label={entry ? undefined : "Switch between light and dark"}
      title={entry ? undefined : "Switch between light and dark"}
      onClick$={[
        sync$(() => {
          const root = document.documentElement
          const theme = root.dataset["theme"]
          const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
          root.dataset["theme"] = dark ? "light" : "dark"
          document.cookie = `theme=${root.dataset["theme"]};path=/;max-age=31536000;samesite=lax`
        }),
        $(async () => {
          if (keeps) await (await import("~/lib/saved-theme")).saveTheme()
        })
      ]}
    >
      <Icon name="moon" class="dark:hidden" />
      <Icon name="sun" class="hidden dark:block" />
      {entry && "Light or dark"}
    </button>
  )
)
