const POLL_INTERVAL = 5_000

/** Returns the `onState` of a stream: while the stream is closed, `refresh` runs every five seconds. */
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
