import { assert, describe, it } from "@effect/vitest"
import { ProblemError } from "../../frontend/src/client/problem-error.ts"
import { formErrors } from "../../frontend/src/lib/form-errors.ts"

const refused = (errors: ProblemError["errors"], detail = "The request was refused.") =>
  new ProblemError({ status: 422, code: "validation_failed", title: "Invalid", detail, errors })

describe("what a problem document says about a form", () => {
  it("lands on the field that its path names", () => {
    const { fields, general } = formErrors(refused([{ path: ["name"], message: "Too short." }]), ["name", "url"])
    assert.deepStrictEqual(fields, { name: "Too short." })
    assert.strictEqual(general, "")
  })

  it("finds the field below the payload, and inside of it", () => {
    const found = formErrors(
      refused([
        { path: ["payload", "url"], message: "A" },
        { path: ["tags", "3"], message: "B" }
      ]),
      ["url", "tags"]
    )
    assert.deepStrictEqual(found.fields, { url: "A", tags: "B" })
  })

  it("joins several complaints about one field", () => {
    const { fields } = formErrors(
      refused([
        { path: ["name"], message: "A." },
        { path: ["name"], message: "B." }
      ]),
      ["name"]
    )
    assert.strictEqual(fields["name"], "A. B.")
  })

  it("shows what belongs to no field in the general alert", () => {
    const { general } = formErrors(refused([{ path: ["colour"], message: "Unknown property." }]), ["name"])
    assert.strictEqual(general, "colour: Unknown property.")
  })

  it("shows the detail where no field is named", () => {
    assert.strictEqual(formErrors(refused([], "The gateway is down."), ["name"]).general, "The gateway is down.")
  })
})
