import { once } from "node:events"
import { createServer } from "node:net"

/** Below the ports that systems give to outgoing connections, one of which could take a port before its server is up. */
const ports = { from: 20_000, count: 12_000 }

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer()
  const free = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true))
  })
  if (free) {
    probe.close()
    await once(probe, "close")
  }
  return free
}

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 100; tries++) {
    const port = ports.from + Math.floor(Math.random() * ports.count)
    if (await isFree(port)) return port
  }
  throw new Error("no free port")
}
