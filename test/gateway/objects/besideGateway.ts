import { Effect } from "effect"
import { adminTarget, type AdminGateway } from "../contract/adminGateway.ts"
import { realGateway } from "../../support/RealGateway.ts"

const { gateway, lack } = await realGateway("a")

/** A real Ceph RGW with settings of its own, beside the shared one, for limits that no test reaches otherwise. */
export const besideGateway = (settings: Readonly<Record<string, string | number>>): AdminGateway => ({
  name: "real RGW",
  lack,
  scene: Effect.gen(function* () {
    if (gateway === undefined) return yield* Effect.die(new Error("no gateway"))
    const {
      accounts: [{ id, root }],
      admin
    } = gateway
    const { url } = yield* Effect.promise(() => gateway.beside(settings))
    return { target: adminTarget(url, admin), account: { id, rootUid: root.uid, key: root } }
  })
})
