import { component$, type Signal } from "@builder.io/qwik"
import { NavLink } from "~/components/ui/nav-link"
import { dateTime } from "~/lib/format"
import { LinkAddress } from "./link-address"
import type { CreatedShare, Sharing } from "./share"

export const CreatedLink = component$<{ readonly open: Signal<Sharing | null>; readonly made: CreatedShare }>(
  ({ made, open }) => (
    <>
      <div class="grid gap-4 px-5 py-4">
        <p role="status" class="text-ink-2">
          Whoever has this link {made.share.has_password ? "and its password " : ""}can{" "}
          {made.share.kind === "upload" ? "send files" : "download"} until{" "}
          <b class="text-ink">{dateTime(made.share.expires_at)}</b>.
        </p>
        <LinkAddress url={made.url} />
        <p class="text-xs text-ink-3">
          You find it again under{" "}
          <NavLink href="/profile/links" class="link">
            My links
          </NavLink>
          , with what was done with it.
        </p>
      </div>
      <footer class="flex justify-end border-t border-line px-5 py-3">
        <button
          type="button"
          class="btn btn-primary"
          onClick$={() => {
            open.value = null
          }}
        >
          Done
        </button>
      </footer>
    </>
  )
)
