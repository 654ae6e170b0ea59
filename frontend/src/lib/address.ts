import type { RouteLocation } from "@builder.io/qwik-city"

/** Qwik City requests data for any query and ignores pushState: changes within a page update its store instead. */

/** False during a navigation. */
export const isShown = (location: RouteLocation): boolean => window.location.pathname === location.url.pathname

const announce = (location: RouteLocation): void => {
  ;(location as { url: URL }).url = new URL(window.location.href)
}

const inheritedState = (): object => {
  const { table } = (history.state ?? {}) as { readonly table?: unknown }
  return table === undefined ? {} : { table }
}

export const pushAddress = (location: RouteLocation, search: string): void => {
  history.pushState(inheritedState(), "", window.location.pathname + search)
  announce(location)
}

export const replaceAddress = (search: string): void => {
  history.replaceState(history.state, "", window.location.pathname + search + window.location.hash)
}

export const updatePageAddress = (location: RouteLocation, href: string, replace: boolean): boolean => {
  const to = new URL(href, window.location.href)
  if (
    to.origin !== window.location.origin ||
    to.pathname !== window.location.pathname ||
    !isShown(location) ||
    location.isNavigating
  )
    return false
  if (to.href !== window.location.href) {
    if (replace) history.replaceState(history.state, "", to)
    else history.pushState(inheritedState(), "", to)
  }
  announce(location)
  showFragment()
  return true
}

const showFragment = (): void => {
  if (window.location.hash !== "") document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
}

/** Their subject belongs to the previous place; held dialogs stay. */
const closeDialogs = (): void => {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog.modal[open]")) {
    if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close()
  }
}

let following = false

/** Bypasses Qwik City, which would request data or reload the document. Other pages are left to it. */
export const handleHistorySteps = (location: RouteLocation): void => {
  if (following) return
  following = true
  window.addEventListener(
    "popstate",
    (event) => {
      if (location.isNavigating || !isShown(location)) return
      event.stopImmediatePropagation()
      announce(location)
      showFragment()
      closeDialogs()
    },
    { capture: true }
  )
}
