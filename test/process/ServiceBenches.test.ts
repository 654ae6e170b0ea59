import { describe } from "vitest"
import { benchesOfTheService, testTinyBenches } from "../support/tinyBenches.ts"

describe("every bench of the service alone still runs", () => testTinyBenches(benchesOfTheService))
