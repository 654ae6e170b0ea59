import { createServer, connect, type Socket } from "node:net"

export interface HeldLine {
  readonly port: number
  /** From now on nothing passes, and nobody is told: connections stay open, new ones are accepted. */
  readonly hold: () => void
  /** New connections pass again. Those that were held stay silent for ever, as after a failover that resets nothing. */
  readonly release: () => void
  /** Every connection is broken, and both ends are told; new ones pass. */
  readonly cut: () => void
  readonly close: () => Promise<void>
}

/** A line between a service and what it asks that can be held, as a firewall that drops packets holds it. `target`: the path of a socket, or a port of this machine. */
export const heldLine = async (target: string | number): Promise<HeldLine> => {
  const open = new Set<{ readonly near: Socket; far: Socket | null }>()
  let held = false
  const server = createServer((near) => {
    const line: { readonly near: Socket; far: Socket | null } = { near, far: null }
    open.add(line)
    near.on("error", () => near.destroy()).on("close", () => { line.far?.destroy(); open.delete(line) })
    if (held) return void near.resume()
    const far = typeof target === "string" ? connect(target) : connect(target, "127.0.0.1")
    line.far = far
    far.on("error", () => near.destroy()).on("close", () => near.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => { server.listen(0, "127.0.0.1", resolve) })
  const address = server.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    hold: () => {
      held = true
      for (const { far, near } of open) {
        far?.unpipe(near)
        near.unpipe()
        near.resume()
        far?.resume()
      }
    },
    release: () => { held = false },
    cut: () => { for (const { near } of open) near.destroy() },
    close: () => new Promise((resolve) => {
      for (const { near } of open) near.destroy()
      server.close(() => { resolve() })
    })
  }
}
