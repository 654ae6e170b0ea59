import { component$, sync$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"

/** Loads no code. The cookie makes the next page render correctly (plugin@document.ts). */
export const RailToggle = component$(() => (
  <button
    type="button"
    class="nav-item rail-toggle"
    onClick$={sync$(() => {
      const root = document.documentElement
      const folded = root.dataset["rail"] !== "folded"
      if (folded) root.dataset["rail"] = "folded"
      else delete root.dataset["rail"]
      document.cookie = `rail=${folded ? "folded" : ""};path=/;max-age=${folded ? 31536000 : 0};samesite=lax`
    })}
  >
    <Icon name="panel-left" />
    <span class="nav-label">
      <span class="rail-fold">Fold navigation</span>
      <span class="rail-unfold">Unfold navigation</span>
    </span>
  </button>
))
