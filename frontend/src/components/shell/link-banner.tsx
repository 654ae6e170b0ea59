import { component$ } from "@builder.io/qwik"
import { publishLinkEvent } from "~/client/link/link"
import { Icon } from "~/components/ui/icon"
import { timeOfDay } from "~/lib/format"
import type { LinkView } from "./use-link"

const BANNER_TITLE = {
  offline: "Offline",
  unreachable: "The service cannot be reached",
  restarting: "The service is restarting"
} as const

/** Part of the shell: when needed, nothing can be loaded. */
export const LinkBanner = component$<{ readonly link: LinkView }>(({ link }) => (
  <div class="link-banners" role="status">
    {link.reach !== "online" && (
      <div class="link-banner" data-testid="connection">
        <Icon name="wifi-off" />
        <p class="min-w-0 flex-1">
          <b class="font-medium">{BANNER_TITLE[link.reach]}</b>, last known {timeOfDay(link.lastKnown)}, trying again
        </p>
        <button type="button" class="btn btn-secondary btn-sm" onClick$={() => publishLinkEvent({ type: "woken" })}>
          Try now
        </button>
      </div>
    )}
    {link.broken && (
      <div class="link-banner" data-testid="broken">
        <Icon name="triangle-alert" />
        <p class="min-w-0 flex-1">
          <b class="font-medium">A part of this page could not be loaded.</b> Load the page again to go on; copy what
          you typed first.
        </p>
        <button type="button" class="btn btn-primary btn-sm" onClick$={() => window.location.reload()}>
          Load again
        </button>
      </div>
    )}
    {link.lost && (
      <div class="link-banner" data-testid="signed-out">
        <Icon name="log-out" />
        <p class="min-w-0 flex-1">
          <b class="font-medium">You are signed out.</b> Sign in to go on; what you typed is kept.
        </p>
        <button type="button" class="btn btn-primary btn-sm" onClick$={() => publishLinkEvent({ type: "asked" })}>
          Sign in
        </button>
      </div>
    )}
  </div>
))
