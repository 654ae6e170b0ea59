export type TabMessage = "signed-in" | "signed-out"

const CHANNEL_NAME = "stowage:session"

/** Channels of the same page receive its messages too. */
const TAB_ID = Math.random().toString(36)

const isNews = (value: unknown): value is TabMessage => value === "signed-in" || value === "signed-out"

const hasChannels = (): boolean => typeof BroadcastChannel !== "undefined"

export const notifyTabs = (news: TabMessage): void => {
  if (hasChannels()) {
    const channel = new BroadcastChannel(CHANNEL_NAME)
    channel.postMessage({ news, from: TAB_ID })
    channel.close()
    return
  }
  // Equal values fire no storage event.
  localStorage.setItem(CHANNEL_NAME, `${news} ${Date.now()} ${Math.random()}`)
}

export const listenToTabs = (hear: (news: TabMessage) => void): (() => void) => {
  const take = (value: unknown) => {
    if (isNews(value)) hear(value)
  }
  if (hasChannels()) {
    const channel = new BroadcastChannel(CHANNEL_NAME)
    channel.onmessage = ({ data }) => {
      if (data?.from !== TAB_ID) take(data?.news)
    }
    return () => channel.close()
  }
  const stored = (event: StorageEvent) => {
    if (event.key === CHANNEL_NAME) take(event.newValue?.split(" ", 1)[0])
  }
  window.addEventListener("storage", stored)
  return () => window.removeEventListener("storage", stored)
}
