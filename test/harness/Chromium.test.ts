import { assert, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chromiumLack, launchChromium } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"

requirement("Chromium", chromiumLack())("the browser", () => {
  it("opens a page and can be given a virtual authenticator", async () => {
    const server = createServer((_, response) => response.end("<title>here</title>")).listen(0, "127.0.0.1")
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
      assert.strictEqual(await page.title(), "here")
      const session = await page.context().newCDPSession(page)
      await session.send("WebAuthn.enable")
      const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
        options: {
          protocol: "ctap2",
          transport: "internal",
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true
        }
      })
      assert.isNotEmpty(authenticatorId)
    } finally {
      await browser.close()
      server.close()
    }
  }, 60_000)
})
