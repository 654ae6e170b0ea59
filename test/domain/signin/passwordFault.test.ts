import { assert, describe, it } from "@effect/vitest"
import { dictionary } from "@zxcvbn-ts/language-common"
import { passwordFault, passwordHint } from "#domain/identity/signin/passwordFault.ts"

const common = new Set(dictionary["passwords-common"])
const faultOf = (password: string, email = "ada@example.org") =>
  passwordFault(password, email, (text) => common.has(text))

describe("a new password", () => {
  it("is refused when it is among the most common ones, whatever is put around it", () => {
    const long = dictionary["passwords-common"].filter(({ length }) => length >= 12)
    assert.isAbove(long.length, 200)
    for (const password of long) assert.isString(faultOf(password), password)
    for (const password of [
      "password12345",
      "Password2026!",
      "PASSWORD-2026-",
      "p@ssw0rd12345",
      "P4$$w0rd!!!!!",
      "1234567890letmein",
      "!!!!!monkey!!!!!",
      "iloveyou123456",
      "Qwertyuiop123",
      "trustno1trustno1",
      "baseball2026!!",
      "stowage123456",
      "Stowage-2026!",
      "st0w4ge!!!!!!"
    ])
      assert.isString(faultOf(password), password)
  })

  it("is refused when it equals the e-mail, in whatever case", () => {
    assert.match(faultOf("Ada@Example.ORG") ?? "", /e-mail/)
    assert.match(faultOf(" ada@example.org ") ?? "", /e-mail/)
    assert.isNull(faultOf("ada@example.org and a secret"))
  })

  it("is refused when it repeats a little, or follows keys, letters or digits", () => {
    for (const password of [
      "aaaaaaaaaaaa",
      "abababababab",
      "abcabcabcabc",
      "xyz!xyz!xyz!x",
      "abcdefghijkl",
      "lkjihgfedcba",
      "123456789012",
      "098765432109",
      "qwertyuiopas",
      "poiuytrewqpoi",
      "1qaz2wsx3edc",
      "zxcvbnmzxcvbnm",
      "............",
      "            a".trim().padEnd(12, "a")
    ])
      assert.isString(faultOf(password), password)
  })

  it("follows no rules of composition: long and one's own is enough", () => {
    for (const password of [
      "correct horse battery staple",
      "meine katze mag montage",
      "кот съел мой обед",
      "猫が昼ごはんを食べてしまった",
      "vexing-orbit-lunar",
      "7f3kq0x2mz81",
      "nineteen purple snails",
      `${"x".repeat(3)}Kq9#mV2$tLpw`
    ])
      assert.isNull(faultOf(password), password)
  })

  it("is looked at quickly, however long", () => {
    for (const password of [`${"ab".repeat(127)}c`, "a".repeat(256), `${"q".repeat(255)}w`]) faultOf(password)
  })
})

describe("the hint while a password is typed", () => {
  const level = (password: string) => passwordHint(password, "ada@example.org").level

  it("grows with length and variety, and never calls strong what the service would refuse", () => {
    assert.strictEqual(level("too short"), "short")
    for (const weak of ["password12345", "ada@example.org", "qwertyuiopas", "ababcdcdababe".slice(0, 12)])
      assert.strictEqual(level(weak), "weak", weak)
    assert.strictEqual(level("kQ9m V2tL pw"), "fair")
    assert.strictEqual(level("correct horse battery staple"), "strong")
    for (const refused of [
      "passwordpassword",
      "stowage12345678901234567890",
      "abcdefghijklmnopqrstuvwxyz",
      "trustno1trustno1trustno1"
    ])
      assert.strictEqual(level(refused), "weak", refused)
  })
})
