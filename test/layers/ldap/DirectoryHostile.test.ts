import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import type { Socket } from "node:net"
import { connectionTo, check, DirectoryWith, fault } from "../../support/ldap/directoryConnection.ts"
import { type ScriptedServer, tcpServer, tlsServer } from "../../support/ldap/scriptedServer.ts"
import { type CertificateAuthority, certificateAuthority } from "../../support/certificates.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { opensslLack } from "../../support/certificates.ts"
import { requirement } from "../../support/Requirement.ts"

class Authority extends Context.Service<Authority, CertificateAuthority>()("test/Authority") {
  static readonly layer = Layer.effect(Authority, Effect.map(temporaryFolder(0o700), certificateAuthority))
}

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ""), "hex")
const element = (tag: number, ...content: ReadonlyArray<Buffer>): Buffer => {
  const all = Buffer.concat(content)
  return Buffer.concat([
    all.length < 0x80 ? Buffer.from([tag, all.length]) : Buffer.from([tag, 0x82, all.length >> 8, all.length & 255]),
    all
  ])
}
const text = (value: string) => element(0x04, Buffer.from(value))
const message = (id: number, answer: Buffer) => element(0x30, hex(`0201 0${id}`), answer)
const success = hex("0a0100 0400 0400")
const bound = message(2, element(0x61, success))
const promised = message(1, element(0x78, success))

const direct = (server: ScriptedServer, authority: CertificateAuthority, scheme = "ldaps") =>
  connectionTo({
    url: `${scheme}://localhost:${server.port}`,
    start_tls: scheme === "ldap",
    bind_mode: "direct",
    user_dn_template: "uid={username},dc=x",
    ca_certificate: authority.certificate.trim(),
    timeout_seconds: 1
  })

/** Fails if an adapter waits for its limit of half a minute; a busy machine is faster. */
const soon = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.timeout(effect, "20 seconds")
const said = (connection: ReturnType<typeof direct>) => soon(fault(connection, "ada", "s3cret"))

const answering =
  (...answers: ReadonlyArray<Buffer>) =>
  (socket: Socket) => {
    let at = 0
    socket.on("data", () => {
      const answer = answers[at++]
      if (answer !== undefined) socket.write(answer)
    })
  }

const silent = () => undefined

requirement("openssl", opensslLack())("a hostile directory", () => {
  layer(Layer.merge(Authority.layer, DirectoryWith()), { excludeTestServices: true })(
    "a server that is no directory",
    (it) => {
      const secure = (script: (socket: Socket) => void) =>
        Effect.gen(function* () {
          const authority = yield* Authority
          const { certificate, key } = authority.issue("localhost")
          const server = yield* tlsServer({ cert: certificate, key }, script)
          return { server, connection: direct(server, authority) }
        })
      const clear = (script: (socket: Socket) => void) =>
        Effect.gen(function* () {
          const authority = yield* Authority
          const server = yield* tcpServer(script)
          return { server, ldaps: direct(server, authority), startTls: direct(server, authority, "ldap") }
        })

      it.effect("and says nothing is given up in time, before TLS, after it and before StartTLS, and hung up on", () =>
        Effect.gen(function* () {
          const dumb = yield* clear(silent)
          assert.match(yield* said(dumb.ldaps), /^ProviderUnavailable: No answer within 1 s while connecting/)
          assert.match(yield* said(dumb.startTls), /^ProviderUnavailable: No answer within 1 s while connecting/)
          const { connection, server } = yield* secure(silent)
          assert.match(
            yield* said(connection),
            /^ProviderUnavailable: No answer within 1 s while binding as the person/
          )
          yield* soon(
            Effect.promise(async () => {
              await dumb.server.quiet()
              await server.quiet()
            })
          )
        })
      )

      it.effect("and falls silent after the bind is given up in the same second", () =>
        Effect.gen(function* () {
          const { connection, server } = yield* secure(answering(bound))
          assert.match(yield* said(connection), /^ProviderUnavailable: /)
          yield* soon(Effect.promise(server.quiet))
        })
      )

      it.effect("is hung up on when who waits goes away", () =>
        Effect.gen(function* () {
          const { connection, server } = yield* secure(silent)
          const waiting = yield* Effect.forkChild(fault({ ...connection, timeout_seconds: 30 }, "ada", "s3cret"))
          yield* soon(
            Effect.promise(async () => {
              while (server.heard().length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
            })
          )
          yield* Fiber.interrupt(waiting)
          yield* soon(Effect.promise(server.quiet))
        })
      )

      it.effect("never hears of an empty password", () =>
        Effect.gen(function* () {
          const { connection, server } = yield* secure(silent)
          assert.match(yield* fault(connection, "ada", ""), /^IdentityRefused: /)
          assert.strictEqual(server.connections(), 0)
        })
      )

      it.effect(
        "and speaks something else is unavailable at once",
        () =>
          Effect.gen(function* () {
            const garbage: ReadonlyArray<Buffer> = [
              Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n"),
              hex("3080 0000"),
              hex("3084 ffffffff 020102"),
              hex("3084 00ffffff 020102"),
              hex("3085 0000000001 02"),
              hex("30 00"),
              hex("30 03 020102"),
              message(2, element(0x61)),
              message(2, element(0x61, hex("0a00 0400 0400"))),
              message(2, element(0x61, hex("0a0100"))),
              message(2, element(0x64, text("uid=ada"), hex("307f"))),
              message(2, element(0x64, text("uid=ada"), hex("3004 3002 047f"))),
              message(2, element(0x64, text("uid=ada"), hex("3004 0402 047f"))),
              message(2, hex("61 84 80000000 00")),
              message(2, element(0x6f, success)),
              Buffer.concat([bound.subarray(0, 5), Buffer.from("\0\0\0\0\0\0\0\0\0\0")])
            ]
            for (const bytes of garbage) {
              for (const greeting of [true, false]) {
                const { connection } = yield* secure((socket) =>
                  greeting ? void socket.write(bytes) : answering(bytes)(socket)
                )
                // a second is short for a busy machine, and a timeout is not the expected fault
                assert.match(
                  yield* said({ ...connection, timeout_seconds: 30 }),
                  /^ProviderUnavailable: localhost answers, but not in LDAP/,
                  bytes.toString("hex")
                )
              }
              const plain = yield* clear((socket) => void socket.write(bytes))
              assert.match(yield* said(plain.startTls), /^ProviderUnavailable: /)
              assert.match(yield* said(plain.ldaps), /^ProviderUnavailable: /)
            }
          }).pipe(Effect.scoped),
        60_000
      )

      it.effect("and talks without an end is cut off", () =>
        Effect.gen(function* () {
          const entry = message(2, element(0x64, text("uid=ada"), element(0x30)))
          const { connection, server } = yield* secure((socket) => {
            const more = () => {
              while (socket.writable && socket.write(Buffer.concat(Array<Buffer>(1000).fill(entry))));
            }
            socket.on("drain", more)
            more()
          })
          assert.match(yield* said({ ...connection, timeout_seconds: 30 }), /^ProviderUnavailable: .*more than 4 MiB/)
          yield* soon(Effect.promise(server.quiet))
        })
      )

      it.effect("and hangs up is unavailable at once, and not asked again", () =>
        Effect.gen(function* () {
          const early = yield* clear((socket) => void socket.destroy())
          assert.match(
            yield* said({ ...early.ldaps, timeout_seconds: 30 }),
            /^ProviderUnavailable: localhost: it closed/
          )
          assert.match(
            yield* said({ ...early.startTls, timeout_seconds: 30 }),
            /^ProviderUnavailable: localhost: it closed/
          )
          const { connection, server } = yield* secure((socket) => void socket.end())
          assert.match(
            yield* said({ ...connection, timeout_seconds: 30 }),
            /^ProviderUnavailable: localhost: it closed/
          )
          assert.strictEqual(server.connections(), 1)
          const afterBind = yield* secure((socket) => void socket.on("data", () => void socket.end(bound)))
          assert.match(yield* said({ ...afterBind.connection, timeout_seconds: 30 }), /^ProviderUnavailable: /)
          assert.strictEqual(afterBind.server.connections(), 1)
        })
      )

      it.effect("hears only the wish for TLS in clear", () =>
        Effect.gen(function* () {
          const { server, startTls } = yield* clear(answering(promised))
          assert.match(yield* said(startTls), /^ProviderUnavailable: No answer/)
          const heard = server.heard()
          assert.strictEqual(
            heard.subarray(0, 31).toString("latin1"),
            "0\x1d\x02\x01\x01w\x18\x80\x161.3.6.1.4.1.1466.20037"
          )
          assert.strictEqual(heard.subarray(31, 33).toString("hex"), "1603")
          assert.notInclude(heard.toString("latin1"), "s3cret")
          assert.notInclude(heard.toString("latin1"), "uid=ada")
        })
      )

      it.effect("may refuse StartTLS, and then hears no password", () =>
        Effect.gen(function* () {
          const { server, startTls } = yield* clear(answering(message(1, element(0x78, hex("0a0102 0400 0400")))))
          assert.match(yield* said(startTls), /^ProviderUnavailable: localhost refuses StartTLS/)
          assert.strictEqual(server.heard().length, 31)
        })
      )

      it.effect("cannot smuggle an answer in front of TLS", () =>
        Effect.gen(function* () {
          for (const smuggled of [
            bound,
            bound.subarray(0, 6),
            message(2, element(0x61, hex("0a0100 0400"), hex("04 7f")))
          ]) {
            const { startTls } = yield* clear(answering(Buffer.concat([promised, smuggled])))
            assert.match(yield* said(startTls), /^ProviderUnavailable: .*in clear behind the answer to StartTLS/)
          }
        })
      )

      it.effect("and speaks only an old TLS is refused", () =>
        Effect.gen(function* () {
          const authority = yield* Authority
          const { certificate, key } = authority.issue("localhost")
          const server = yield* tlsServer(
            { cert: certificate, key, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" },
            silent
          )
          assert.match(yield* said(direct(server, authority)), /^ProviderUnavailable: .*no TLS 1\.2/)
        })
      )

      it.effect("and has an expired certificate is refused, and a check says so", () =>
        Effect.gen(function* () {
          const authority = yield* Authority
          const { certificate, key } = authority.issue("localhost", { expired: true })
          const server = yield* tlsServer({ cert: certificate, key }, silent)
          const findings = yield* soon(check(direct(server, authority)))
          assert.deepStrictEqual(
            findings.map(({ outcome }) => outcome),
            ["ok", "failed", "skipped", "skipped", "skipped"]
          )
          assert.match(findings[1]?.detail ?? "", /has expired/)
        })
      )

      it.effect("and says nothing is explained in a check within the time", () =>
        Effect.gen(function* () {
          const { connection } = yield* secure(silent)
          const findings = yield* soon(check({ ...connection, bind_mode: "search", base_dn: "dc=x" }))
          assert.deepStrictEqual(
            findings.map(({ outcome }) => outcome),
            ["ok", "ok", "skipped", "failed", "skipped"]
          )
          assert.match(findings[3]?.detail ?? "", /No answer within 1 s while looking for base_dn/)
        })
      )
    }
  )
})
