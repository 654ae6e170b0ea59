import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { createReadStream } from "node:fs"
import { type VerifiedCertificate, verifyCertificate as verify } from "#layers/crypto/certificateSignature.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { typedPath } from "./invokedFolder.ts"

const summaryOf = ({ summary, thumbprint }: VerifiedCertificate, pinned: boolean): string => {
  const { buckets, byChecksum, byEtag, header, objects, unverified } = summary
  const { different, extra, missing, unknown } = objects
  const { ended_at, id, mode, state, strategy } = header.migration
  const accepted = header.migration.accepted_losses
  return [
    "The signature is valid",
    `Key: ${thumbprint}`,
    ...(pinned
      ? []
      : ["The key is taken from the file: compare it with that of the installation, or give --key=THUMBPRINT"]),
    `Migration ${id}: ${state}, ${mode}, ${strategy}, ended ${ended_at ?? "at an unknown time"}; current versions only`,
    `Buckets: ${buckets}; not verified: ${unverified.length === 0 ? "none" : unverified.join(", ")}`,
    `Proved equal: ${objects.same} (${byEtag} by equal ETags, ${byChecksum} by equal checksums)`,
    `Exceptions: ${different} different, ${missing} missing, ${unknown} not proved, ${extra} only at the target`,
    ...(accepted.length === 0 ? [] : [`Accepted losses: ${accepted.join(", ")}`])
  ].join("\n")
}

export const verifyCertificate = Command.make(
  "verify-certificate",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Certificate of a migration")),
    key: Flag.String("key").pipe(
      Flag.optional,
      Flag.withDescription("Thumbprint that its key must have, as certificate-key prints it")
    )
  },
  Effect.fn(function* ({ file, key }) {
    const path = yield* typedPath(file)
    const result = yield* Effect.tryPromise({
      try: () => verify(createReadStream(path), Option.getOrNull(key)),
      catch: (error) =>
        new CommandFailed({
          message: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
        })
    })
    if (typeof result === "string")
      return yield* new CommandFailed({ message: `The certificate is not valid: ${result}` })
    yield* Console.log(summaryOf(result, Option.isSome(key)))
  })
).pipe(Command.withDescription("Verify the certificate of a migration; needs no database and no service"))
