import { Effect } from "effect"
import { Command } from "effect/cli"
import { version } from "#domain/identity/application/version.ts"
import { apply } from "./apply.ts"
import { archiveAudit } from "./archiveAudit.ts"
import { bootstrapToken } from "./bootstrapToken.ts"
import { certificateKey } from "./certificateKey.ts"
import { createFirstAdmin } from "./createFirstAdmin.ts"
import { exportDocument } from "./exportDocument.ts"
import { migrate } from "./migrate.ts"
import { preflight } from "./preflight.ts"
import { recoverSuperadmin } from "./recoverSuperadmin.ts"
import { report } from "./report.ts"
import { rotateCredentials } from "./rotateCredentials.ts"
import { schema } from "./schema.ts"
import { serve } from "./serve.ts"
import { verifyAudit } from "./verifyAudit.ts"
import { verifyCertificate } from "./verifyCertificate.ts"

export const stowage = Command.make("stowage").pipe(
  Command.withDescription(
    "Runs and administers Stowage. Settings come from environment variables: see docs/configuration.md."
  ),
  Command.withSubcommands([
    serve,
    migrate,
    bootstrapToken,
    createFirstAdmin,
    recoverSuperadmin,
    preflight,
    rotateCredentials,
    verifyAudit,
    archiveAudit,
    verifyCertificate,
    certificateKey,
    apply,
    exportDocument,
    schema
  ]),
  Command.run({ version }),
  Effect.tapCause(report)
)
