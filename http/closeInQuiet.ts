import type { Server } from "node:http"

/** Milliseconds between two looks at the sockets in which hardly anybody can have come, and those after which the listener closes all the same. */
const quiet = 0.1
const longest = 500

/**
 * Makes a server close its listener in a moment without work. Connections that wait to be accepted are reset when it closes, with what was sent on
 * them: a proxy does not dare to send a POST again elsewhere. So it closes right behind a look at the sockets, which accepts all that
 * wait, and in a turn of the loop that did nothing else.
 */
export const closeInQuiet = <Made extends Server>(server: Made): Made => {
  const close = server.close.bind(server)
  server.close = (done) => {
    const began = performance.now()
    // callbacks of setImmediate come right behind the look at the sockets
    const look = (before: number) => setImmediate(() => {
      const now = performance.now()
      if (now - before <= quiet || now - began >= longest) close(done)
      else look(now)
    })
    look(Number.NEGATIVE_INFINITY)
    return server
  }
  return server
}
