import { Effect } from "effect"

/**
 * Changes no table. Builds before this one do not know that the deletion of a source has begun: continuing its
 * migration, they would remove its only copies from the target. Therefore none of them works beside this.
 */
export default Effect.void
