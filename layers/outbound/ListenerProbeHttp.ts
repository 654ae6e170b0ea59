import { Effect, Layer } from "effect"
import * as net from "node:net"
import { transportOf } from "#domain/iam/topics/pushEndpoint.ts"
import type { EndpointReach } from "#domain/iam/topics/EndpointCheck.ts"
import { PROBE_TIMEOUT, type Reach } from "#domain/iam/topics/TopicTest.ts"
import { ListenerProbe } from "#services/iam/topics/ListenerProbe.ts"
import { Outbound, OutboundRefused } from "./Outbound.ts"
import { ofFailure, post } from "./postRequest.ts"

const brokerPorts: Readonly<Record<string, number>> = { "amqp:": 5672, "amqps:": 5671, "kafka:": 9092 }

const connect = (host: string, port: number, lookup: net.LookupFunction) =>
  Effect.callback<EndpointReach>((resume) => {
    const socket = net.connect({ host, port, lookup }, () => {
      resume(Effect.succeed({ how: "listens" }))
      socket.destroy()
    })
    socket.setTimeout(PROBE_TIMEOUT, () => {
      resume(Effect.succeed({ how: "slow" }))
      socket.destroy()
    })
    socket.on("error", (cause) => resume(Effect.succeed(ofFailure(cause))))
    return Effect.sync(() => socket.destroy())
  })

/** Our own addresses come from the configuration and need no allowlist; users enter those of topics. */
export const ListenerProbeHttp = Layer.effect(
  ListenerProbe,
  Effect.map(Outbound, (outbound) => {
    const endpoint = (url: string, verify: boolean): Effect.Effect<EndpointReach> =>
      Effect.suspend(() => {
        const address = URL.parse(url)
        if (address === null) return Effect.succeed({ how: "unknown_host" })
        try {
          outbound.assertHost("events", address.hostname)
        } catch (refusal) {
          if (refusal instanceof OutboundRefused) return Effect.succeed({ how: "not_allowed", answer: refusal.message })
          throw refusal
        }
        const lookup = outbound.lookup("events")
        if (transportOf(url) !== "http")
          return connect(address.hostname, Number(address.port) || (brokerPorts[address.protocol] ?? 0), lookup)
        return post(url, {
          body: `{"Records":[]}`,
          lookup,
          verify,
          isAccepted: (status) => status >= 200 && status < 300
        })
      })
    return ListenerProbe.of({
      endpoint,
      reach: (url) =>
        Effect.map(
          post(url, { body: "{}", verify: true, isAccepted: (status) => status === 204 }),
          (reach): Reach => (reach.how === "listens" || reach.how === "not_allowed" ? { how: "refused" } : reach)
        )
    })
  })
)
