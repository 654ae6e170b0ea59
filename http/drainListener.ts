import type { Server } from "node:http"

const IDLE_TURN_MS = 0.1
const MAX_WAIT_MS = 2_000

/** Closing resets waiting connections, and proxies do not retry POST: closes after a poll that accepted all. */
export const drainListener = <Made extends Server>(server: Made): Made => {
  const close = server.close.bind(server)
  server.close = (done) => {
    const startedAt = performance.now()
    // setImmediate callbacks run right after the poll phase
    const waitForIdle = (before: number) =>
      setImmediate(() => {
        const now = performance.now()
        if (now - before <= IDLE_TURN_MS || now - startedAt >= MAX_WAIT_MS) close(done)
        else waitForIdle(now)
      })
    waitForIdle(Number.NEGATIVE_INFINITY)
    return server
  }
  return server
}
