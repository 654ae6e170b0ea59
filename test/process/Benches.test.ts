import { afterAll } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { realGateway, releaseRealGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { benchesWithSurroundings, testTinyBenches } from "../support/tinyBenches.ts"

// held for all of them: each would start one
const { lack } = await realGateway("bench")

requirement("Chromium and real RGW", lack ?? chromiumLack())(
  "every bench with a gateway or a browser still runs",
  () => {
    testTinyBenches(benchesWithSurroundings)
    afterAll(() => releaseRealGateway("bench"))
  }
)
