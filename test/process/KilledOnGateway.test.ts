import { realGateway } from "../support/RealGateway.ts"
import { requirement } from "../support/Requirement.ts"
import { onGateway } from "./killed/onGateway.ts"
import { round } from "./killed/round.ts"

const { gateway, lack } = await realGateway("a")

requirement("real RGW", lack)("a process that is killed before a real gateway", () => {
  if (gateway === undefined) return
  const {
    accounts: [{ id, root }],
    admin,
    region,
    url
  } = gateway
  round("is followed by one that ends its work", [onGateway({ url, region, admin, accounts: [{ id, ...root }] })])
})
