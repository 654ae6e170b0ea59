import { Directory, type DirectoryConnection } from "#services/identity/federation/Directory.ts"
import { Effect, Layer, Redacted } from "effect"
import { Outbound } from "../outbound/Outbound.ts"
import { checkDirectory } from "./ldapCheck.ts"
import { bindDirectly, searchThenBind } from "./ldapSignIn.ts"
import { deadlineIn } from "./ldapDeadline.ts"
import { refused } from "./ldapFaults.ts"
import { identityOf } from "./ldapIdentity.ts"
import { openSession } from "./ldapSession.ts"
import { resolveAllowedServer, openSocket } from "./ldapSocket.ts"

/** Sockets are ours: ldapts would reconnect without the checks of `Outbound` and, after StartTLS, unencrypted. */
export const layer: Layer.Layer<Directory, never, Outbound> = Layer.effect(
  Directory,
  Effect.gen(function* () {
    const outbound = yield* Outbound

    const identify = Effect.fn("Directory.identify")(function* (
      connection: DirectoryConnection,
      username: string,
      password: Redacted.Redacted
    ) {
      // a bind without password succeeds for every name (RFC 4513 5.1.2)
      if (Redacted.value(password) === "" || username === "") return yield* refused("The name or the password is empty")
      const within = yield* deadlineIn(connection.timeout_seconds)
      const place = yield* resolveAllowedServer(connection, outbound)
      const socket = yield* openSocket(connection, place, outbound).pipe(within("connecting"))
      const session = yield* openSession(socket, place.host, connection.timeout_seconds)
      const prove = connection.bind_mode === "search" ? searchThenBind : bindDirectly
      const entry = yield* prove(session, within, connection, username, password)
      return yield* identityOf(entry, connection)
    }, Effect.scoped)

    const check = Effect.fn("Directory.check")((connection: DirectoryConnection) =>
      checkDirectory(connection, outbound)
    )

    return Directory.of({ identify, check })
  })
)
