import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { requirement } from "../../support/Requirement.ts"
import { adminGateways } from "../contract/adminGateway.ts"
import { compat } from "./compat.ts"
import { rewriting } from "./rewriting.ts"
import { type Case, Scenes, scenesOn } from "./scenes.ts"
import { versions } from "./versions.ts"

const odd = ["a/../b", "with space +%2F.txt", "ü 猫/é", "/leading", "q?x=1&y#z", "tab\there", "a//b", `<b>"'&amp;`]
const keyOf = ({ name }: Case, index: number) => `${odd[index % odd.length]} ${name.slice(0, 12)} ${index}`

for (const gateway of await adminGateways()) {
  requirement(gateway.name, gateway.lack)(`single objects on ${gateway.name}`, () => {
    layer(scenesOn(gateway), { excludeTestServices: true, timeout: "120 seconds" })((it) => {
      for (const [index, one] of [...rewriting, ...versions, ...compat].entries()) {
        if (one.real === true && gateway.name === "sandbox") continue
        it.effect(one.name, () => Effect.flatMap(Scenes, (scenes) => one.run(scenes[one.in], keyOf(one, index))))
      }
    })
  })
}
