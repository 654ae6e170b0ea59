import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import { answered } from "./answered.ts"
import { exitWithPendingDns } from "./exitWithPendingDns.ts"
import { stowage } from "./stowage.ts"

// the service survives a closed standard output
const written =
  process.argv[2] === "serve"
    ? () => Promise.resolve(true)
    : answered(process.stdout, (line) => process.stderr.write(line))

exitWithPendingDns()

stowage.pipe(Effect.provide(NodeServices.layer), (program) =>
  NodeRuntime.runMain(program, {
    disableErrorReporting: true,
    teardown: (exit, onExit) =>
      void written().then((whole) =>
        onExit(whole && (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) ? 0 : 1)
      )
  })
)
