const POLL_INTERVAL = 5_000

/** Returns the `onState` of a stream; polls every five seconds while the stream is closed. */
export const pollWhileClosed = (refresh: () => void) => {
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    onState: (isOpen: boolean) => {
      clearInterval(timer)
      if (!isOpen) timer = setInterval(refresh, POLL_INTERVAL)
    },
    stop: () => clearInterval(timer)
  }
}
