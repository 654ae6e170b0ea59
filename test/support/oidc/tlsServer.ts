import type { RequestListener } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import type { ServerCertificate } from "../certificates.ts"

export interface TlsServer {
  readonly origin: string
  readonly close: () => Promise<void>
}

export const tlsServer = async (
  { certificate, key }: ServerCertificate,
  listener: (origin: string) => RequestListener | Promise<RequestListener>
): Promise<TlsServer> => {
  const server = createServer({ key, cert: certificate })
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  server.on("request", await listener(origin))
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
