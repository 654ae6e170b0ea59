import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import { Command } from "effect/cli"
import { answered } from "./answered.ts"
import { apply } from "./apply.ts"
import { archiveAudit } from "./archiveAudit.ts"
import { bootstrapToken } from "./bootstrapToken.ts"
import { createFirstAdmin } from "./createFirstAdmin.ts"
import { endWithoutNames } from "./endWithoutNames.ts"
import { exportDocument } from "./exportDocument.ts"
import { migrate } from "./migrate.ts"
import { preflight } from "./preflight.ts"
import { recoverSuperadmin } from "./recoverSuperadmin.ts"
import { report } from "./report.ts"
import { rotateCredentials } from "./rotateCredentials.ts"
import { schema } from "./schema.ts"
import { serve } from "./serve.ts"
import { verifyAudit } from "./verifyAudit.ts"
import { version } from "#domain/application/version.ts"

const stowage = Command.make("stowage").pipe(
  Command.withDescription("Runs and administers Stowage. Settings come from environment variables: see docs/configuration.md."),
  Command.withSubcommands([serve, migrate, bootstrapToken, createFirstAdmin, recoverSuperadmin, preflight, rotateCredentials, verifyAudit, archiveAudit, apply, exportDocument, schema])
)

// a service goes on without its output, and ends well: LogOutlived
const written = process.argv[2] === "serve" ? () => Promise.resolve(true) : answered(process.stdout, (line) => process.stderr.write(line))

endWithoutNames()

stowage.pipe(
  Command.run({ version }),
  Effect.tapCause(report),
  Effect.provide(NodeServices.layer),
  (program) =>
    NodeRuntime.runMain(program, {
      disableErrorReporting: true,
      // a stop signal is the ordinary end of `serve`
      teardown: (exit, onExit) => void written().then((whole) => onExit(whole && (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) ? 0 : 1))
    })
)
