import { createRequire } from "node:module"
import { createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"

interface Session {
  readonly user?: string
}
type Done = (error?: (Error & { responseCode?: number }) | null, answer?: object) => void
interface Options {
  readonly secure?: boolean
  readonly key?: string
  readonly cert?: string
  readonly disabledCommands?: ReadonlyArray<string>
  readonly authOptional?: boolean
  readonly onAuth?: (
    auth: { readonly username: string; readonly password: string },
    session: Session,
    done: Done
  ) => void
  readonly onRcptTo?: (address: { readonly address: string }, session: Session, done: Done) => void
  readonly onMailFrom?: (address: { readonly address: string }, session: Session, done: Done) => void
  readonly onData?: (stream: NodeJS.ReadableStream, session: Session, done: Done) => void
}
interface Server {
  listen(port: number, host: string, ready: () => void): { address(): AddressInfo }
  close(done: () => void): void
  on(event: "error", heard: (error: Error) => void): void
}
const { SMTPServer } = createRequire(import.meta.url)("smtp-server") as {
  readonly SMTPServer: new (options: Options) => Server
}

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

export interface SmtpOptions {
  readonly tls?: { readonly key: string; readonly cert: string; readonly from: "start" | "later" }
  readonly users?: Readonly<Record<string, string>>
  readonly refuses?: "recipient" | "sender"
  readonly refusedRecipient?: string
  readonly answered?: Promise<void>
}

export const startSmtpServer = async (options: SmtpOptions = {}) => {
  const mails: Array<string> = []
  const { answered, refusedRecipient, refuses, tls, users } = options
  const server = new SMTPServer({
    ...(tls === undefined ? {} : { key: tls.key, cert: tls.cert, secure: tls.from === "start" }),
    authOptional: users === undefined,
    disabledCommands: [...(users === undefined ? ["AUTH"] : []), ...(tls === undefined ? ["STARTTLS"] : [])],
    onAuth: ({ password, username }, _session, done) =>
      users?.[username] === password
        ? done(null, { user: username })
        : done(refusal(535, "5.7.8 secret words of the server")),
    onMailFrom: (_address, _session, done) => done(refuses === "sender" ? refusal(550, "no such sender") : null),
    onRcptTo: ({ address }, _session, done) =>
      done(refuses === "recipient" || address === refusedRecipient ? refusal(550, "no such recipient") : null),
    onData: (stream, _session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        mails.push(Buffer.concat(chunks).toString("utf8"))
        if (answered === undefined) done()
        else void answered.then(() => done())
      })
    }
  })
  // an untrusting client aborts the handshake
  server.on("error", () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => resolve(listening.address().port))
  })
  return { port, mails, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

export const startSilentServer = async (greeting = "") => {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on("error", () => undefined)
    if (greeting !== "") socket.write(greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      })
  }
}
