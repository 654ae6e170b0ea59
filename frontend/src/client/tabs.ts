/** What the tabs of one browser tell each other about the session that they share. */
export type TabNews = "signed-in" | "signed-out"

const NAME = "stowage:session"

/** A channel tells every other channel of its name, those of its own page among them: a page must know its own words. */
const SELF = Math.random().toString(36)

const isNews = (value: unknown): value is TabNews => value === "signed-in" || value === "signed-out"

const hasChannels = (): boolean => typeof BroadcastChannel !== "undefined"

/** Tells the other tabs. Browsers without channels get it through the storage that tabs share. */
export const tellTabs = (news: TabNews): void => {
  if (hasChannels()) {
    const channel = new BroadcastChannel(NAME)
    channel.postMessage({ news, from: SELF })
    channel.close()
    return
  }
  // the same words twice are no change of the storage, and would not be told
  localStorage.setItem(NAME, `${news} ${Date.now()} ${Math.random()}`)
}

/** Hears what other tabs tell; answers how to stop. */
export const hearTabs = (hear: (news: TabNews) => void): (() => void) => {
  const take = (value: unknown) => { if (isNews(value)) hear(value) }
  if (hasChannels()) {
    const channel = new BroadcastChannel(NAME)
    channel.onmessage = ({ data }) => { if (data?.from !== SELF) take(data?.news) }
    return () => channel.close()
  }
  const stored = (event: StorageEvent) => { if (event.key === NAME) take(event.newValue?.split(" ", 1)[0]) }
  window.addEventListener("storage", stored)
  return () => window.removeEventListener("storage", stored)
}
