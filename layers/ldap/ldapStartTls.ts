import type { ProviderUnavailable } from "#services/identity/federation/providerFailures.ts"
import { Effect } from "effect"
import type { Socket } from "node:net"
import { elementsOf, messageSize } from "./ldapBer.ts"
import { connectionFault, NotLdap } from "./ldapFaults.ts"

/** Message 1, extended request 1.3.6.1.4.1.1466.20037 (RFC 4511 4.14). */
const request = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16]),
  Buffer.from("1.3.6.1.4.1.1466.20037")
])

const answerIn = (bytes: Buffer): number | undefined => {
  const size = messageSize(bytes)
  if (size === undefined || bytes.length < size) return undefined
  // a man in the middle could append answers to later requests (RFC 4511 4.14.1 allows none)
  if (bytes.length > size) throw new Error("something in clear behind the answer to StartTLS")
  const [id, answer] = elementsOf(elementsOf(bytes)[0]!.content)
  const [code] = answer?.tag === 0x78 ? elementsOf(answer.content) : []
  if (id?.content.toString("hex") !== "01" || code?.tag !== 0x0a || code.content.length !== 1)
    throw new Error("no answer to StartTLS")
  return code.content[0]
}

/** 0 for success. Not by ldapts, which would read plain bytes as if encrypted. */
export const requestStartTls = (socket: Socket, host: string): Effect.Effect<number, ProviderUnavailable> =>
  Effect.callback<number, ProviderUnavailable>((resume) => {
    let received = Buffer.alloc(0)
    const read = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      try {
        const code = answerIn(received)
        if (code === undefined) return
        socket.pause()
        stop()
        resume(Effect.succeed(code))
      } catch (cause) {
        failed(new NotLdap(cause instanceof Error ? cause.message : "unreadable"))
      }
    }
    const failed = (cause: Error | null) => {
      stop()
      resume(Effect.fail(connectionFault(host, cause)))
    }
    const closed = () => failed(null)
    const stop = () => void socket.off("data", read).off("error", failed).off("close", closed)
    socket.on("data", read).once("error", failed).once("close", closed)
    socket.write(request)
    return Effect.sync(stop)
  })
