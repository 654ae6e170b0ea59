import { Effect, Layer, Option, Redacted } from "effect"
import { connect, type Socket } from "node:net"
import { Mail, type MailMessage, type MailRefused, type MailServer } from "#services/platform/Mail.ts"
import { Settings } from "#services/platform/Settings.ts"
import { Outbound } from "../outbound/Outbound.ts"
import { mailTrouble, mailServerTimeout } from "./mailTrouble.ts"

const ANSWER_TIMEOUT_MILLIS = 8_000
const DELIVERY_TIMEOUT = "20 seconds"

/** Own sockets, so that host and address pass the outbound guard. Certificates are always verified. */
export const layer = Layer.effect(
  Mail,
  Effect.gen(function* () {
    const outbound = yield* Outbound
    const { applicationSettings } = yield* Settings
    const fixedHost = applicationSettings.find(({ path }) => path === "quota_notifications.smtp_host")?.value

    const open = ({ host, port }: MailServer) =>
      Effect.acquireRelease(
        Effect.callback<Socket, MailRefused>((resume) => {
          const refuse = (cause: unknown) => resume(Effect.fail(mailTrouble(cause, host)))
          let socket: Socket
          try {
            if (host !== fixedHost) outbound.assertHost("smtp", host)
            else outbound.assertGateway(host)
            socket = connect({
              host,
              port,
              timeout: ANSWER_TIMEOUT_MILLIS,
              lookup: host === fixedHost ? outbound.gatewayLookup : outbound.lookup("smtp")
            })
          } catch (refusal) {
            return refuse(refusal)
          }
          socket.once("error", refuse).once("timeout", () => refuse(mailServerTimeout(host)))
          socket.once("connect", () => {
            socket.setTimeout(0)
            socket.removeAllListeners("timeout").off("error", refuse)
            socket.on("error", () => socket.destroy())
            resume(Effect.succeed(socket))
          })
          return Effect.sync(() => void socket.destroy())
        }),
        (socket) => Effect.sync(() => void socket.destroy())
      )

    const hand = (server: MailServer, socket: Socket, message: MailMessage) =>
      Effect.tryPromise({
        try: async () => {
          const { createTransport } = await import("nodemailer")
          const transport = createTransport({
            host: server.host,
            port: server.port,
            connection: socket,
            secure: server.security === "tls",
            requireTLS: server.security === "starttls",
            ignoreTLS: server.security === "none",
            tls: { servername: server.host, minVersion: "TLSv1.2" },
            connectionTimeout: ANSWER_TIMEOUT_MILLIS,
            greetingTimeout: ANSWER_TIMEOUT_MILLIS,
            socketTimeout: ANSWER_TIMEOUT_MILLIS,
            disableFileAccess: true,
            disableUrlAccess: true,
            ...(server.username === null
              ? {}
              : {
                  auth: {
                    user: server.username,
                    pass: Option.match(server.password, { onNone: () => "", onSome: Redacted.value })
                  }
                })
          })
          try {
            await transport.sendMail({
              from: server.sender,
              to: { name: "", address: message.to },
              subject: message.subject,
              text: message.text,
              html: message.html
            })
          } finally {
            transport.close()
          }
        },
        catch: (cause) => mailTrouble(cause, server.host)
      })

    const send = Effect.fn("Mail.send")((server: MailServer, message: MailMessage) =>
      open(server).pipe(
        Effect.flatMap((socket) => hand(server, socket, message)),
        Effect.scoped,
        Effect.timeoutOrElse({ duration: DELIVERY_TIMEOUT, orElse: () => Effect.fail(mailServerTimeout(server.host)) })
      )
    )

    return Mail.of({ send })
  })
)
