import { Context, Duration } from "effect"

/**
 * Timeout of a fiber for a free database connection and for each statement; exceeding it fails as unavailable. Requests
 * get a short one; jobs wait slightly longer than the server's statement timeout.
 */
export const DatabaseTimeout = Context.Reference<Duration.Duration>(
  "stowage/services/platform/health/DatabaseTimeout",
  {
    defaultValue: () => Duration.seconds(31)
  }
)
