import { createServer, connect, type Socket } from "node:net"

export interface HeldLine {
  readonly port: number
  /** Stops forwarding without closing; still accepts connections. */
  readonly hold: () => void
  /** Forwards new connections again. Held ones stay silent, as after a failover without resets. */
  readonly release: () => void
  readonly cut: () => void
  readonly close: () => Promise<void>
}

/** A TCP relay that can drop traffic. `target`: socket path or local port. `delayOf`: ms before the nth connection. */
export const heldLine = async (
  target: string | number,
  delayOf: (nth: number) => number = () => 0
): Promise<HeldLine> => {
  let connections = 0
  const open = new Set<{ readonly near: Socket; far: Socket | null }>()
  let isHeld = false
  const server = createServer((near) => {
    const line: { readonly near: Socket; far: Socket | null } = { near, far: null }
    open.add(line)
    near
      .on("error", () => near.destroy())
      .on("close", () => {
        line.far?.destroy()
        open.delete(line)
      })
    if (isHeld) return void near.resume()
    const forward = () => {
      if (near.destroyed) return
      const far = typeof target === "string" ? connect(target) : connect(target, "127.0.0.1")
      line.far = far
      far.on("error", () => near.destroy()).on("close", () => near.destroy())
      near.pipe(far)
      far.pipe(near)
    }
    const delay = delayOf(++connections)
    if (delay === 0) forward()
    else setTimeout(forward, delay)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const address = server.address()
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    hold: () => {
      isHeld = true
      for (const { far, near } of open) {
        far?.unpipe(near)
        near.unpipe()
        near.resume()
        far?.resume()
      }
    },
    release: () => {
      isHeld = false
    },
    cut: () => {
      for (const { near } of open) near.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        for (const { near } of open) near.destroy()
        server.close(() => {
          resolve()
        })
      })
  }
}
