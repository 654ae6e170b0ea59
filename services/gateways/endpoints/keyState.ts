import { Effect } from "effect"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayUsers } from "./GatewayUsers.ts"

export type KeyState = "active" | "inactive" | "absent"

export const keyState = (
  users: GatewayUsers["Service"],
  target: AdminTarget,
  uid: string,
  accessKey: string
): Effect.Effect<KeyState, GatewayFailure> =>
  users.user(target, uid).pipe(
    Effect.map(
      ({ access_keys, inactive_keys }): KeyState =>
        access_keys.includes(accessKey) ? "active" : inactive_keys.includes(accessKey) ? "inactive" : "absent"
    ),
    Effect.catchTag("NotFound", () => Effect.succeed<KeyState>("absent"))
  )
