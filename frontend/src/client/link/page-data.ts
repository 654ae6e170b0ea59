import { reach } from "./reach"

const PAGE_DATA = /\/q-data\.json$/

/** The page that the router wants to know about; null: something else is asked for. */
export const pageOf = (address: string, origin: string): string | null => {
  const url = new URL(address, origin)
  if (url.origin !== origin || !PAGE_DATA.test(url.pathname)) return null
  return (url.pathname.replace(PAGE_DATA, "") || "/") + url.search
}

/**
 * The router asks the service about each page that it goes to, and takes no answer for none: it would name the new page,
 * show the old one, and think itself there at the next click. So it waits until the service is there again; and where it
 * cannot be told although the service is there, the page is loaded as a document. Answers how to stop.
 */
export const waitForPageData = (window: Window & typeof globalThis): (() => void) => {
  const plain = window.fetch
  window.fetch = async (input, init) => {
    const page = typeof input === "string" ? pageOf(input, window.location.origin) : null
    if (page === null) return plain.call(window, input, init)
    try {
      return await reach(() => plain.call(window, input, init), true)
    } catch {
      // The service is there and this was not answered: the document itself is the other way to get it.
      window.location.assign(page)
      return new Promise(() => undefined)
    }
  }
  return () => { window.fetch = plain }
}
