import type { RouteLocation } from "@builder.io/qwik-city"

/*
 * The address of a page, its history, and Qwik City. Qwik City asks the server for data at each navigation, to another query of the
 * same page as well, and it learns nothing of what is pushed beside it. So changes within a page go past it, here: the entry is
 * written, and Qwik City's own store of the location is told, which everything that reads an address tracks.
 */

/** Whether the page that is shown is the one that the address names: not while a navigation is under way to another one. */
export const isShown = (location: RouteLocation): boolean => window.location.pathname === location.url.pathname

/** Tells everything that reads the address that it is another one. */
const announce = (location: RouteLocation): void => {
  (location as { url: URL }).url = new URL(window.location.href)
}

/** What a new entry takes over from the present one: how far the table is scrolled. */
const kept = (): object => {
  const { table } = (history.state ?? {}) as { readonly table?: unknown }
  return table === undefined ? {} : { table }
}

/** Adds an entry to the history: another place of the same page. `search` is its query string, with the question mark, or "". */
export const pushAddress = (location: RouteLocation, search: string): void => {
  history.pushState(kept(), "", window.location.pathname + search)
  announce(location)
}

/** Writes another query string into the entry that is there. */
export const replaceAddress = (search: string): void => {
  history.replaceState(history.state, "", window.location.pathname + search + window.location.hash)
}

/** Goes to another query or fragment of the page that is shown. Answers false where the address is another page's: a navigation, then. */
export const goWithinPage = (location: RouteLocation, href: string, replace: boolean): boolean => {
  const to = new URL(href, window.location.href)
  if (to.origin !== window.location.origin || to.pathname !== window.location.pathname || !isShown(location) || location.isNavigating) return false
  if (to.href !== window.location.href) {
    if (replace) history.replaceState(history.state, "", to)
    else history.pushState(kept(), "", to)
  }
  announce(location)
  showFragment()
  return true
}

const showFragment = (): void => {
  if (window.location.hash !== "") document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
}

/** Closes dialogs that nothing holds, as Escape does: what they are about stands at the place that was left. */
const closeDialogs = (): void => {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog.modal[open]")) {
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close()
  }
}

let following = false

/**
 * Back and Forward between places of one page: told to those that read the address, and kept from Qwik City, which would ask the
 * server (or, before the first navigation, load the document again). What leads to another page is left to it.
 */
export const followHistory = (location: RouteLocation): void => {
  if (following) return
  following = true
  window.addEventListener("popstate", (event) => {
    if (location.isNavigating || !isShown(location)) return
    event.stopImmediatePropagation()
    announce(location)
    showFragment()
    closeDialogs()
  }, { capture: true })
}
