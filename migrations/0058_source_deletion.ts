import { Effect } from "effect"

/** Changes no table: earlier builds would continue a begun source deletion and remove its only copies. */
export default Effect.void
