import { Context, Duration } from "effect"

/** For a free connection and for each statement; jobs wait slightly longer than the server's statement timeout. */
export const DatabaseTimeout = Context.Reference<Duration.Duration>(
  "stowage/services/platform/health/DatabaseTimeout",
  {
    defaultValue: () => Duration.seconds(31)
  }
)
