import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { deviceOf } from "#domain/identity/sessions/device.ts"

const agents: ReadonlyArray<readonly [device: string, agent: string]> = [
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "Chrome on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
  ],
  [
    "Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 " +
      "Safari/537.36 Edg/140.0.0.0"
  ],
  [
    "Safari on macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 " +
      "Safari/605.1.15"
  ],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
      "Version/18.0 Mobile/15E148 Safari/604.1"
  ],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) " +
      "Chrome/140.0.0.0 Mobile Safari/537.36"
  ],
  ["curl", "curl/8.14.1"],
  ["Unknown device", ""]
]

describe("a user agent in words", () => {
  for (const [device, agent] of agents) it(device, () => assert.strictEqual(deviceOf(agent), device))

  it.prop("is short and harmless whatever was sent", { agent: Schema.String }, ({ agent }) =>
    assert.match(deviceOf(agent), /^[A-Za-z ]{3,40}$/)
  )
})
