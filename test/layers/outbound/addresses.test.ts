import { addressScope } from "#layers/outbound/addresses.ts"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

type Place = ReturnType<typeof addressScope>

const byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const V4 = Schema.Tuple([byte, byte, byte, byte])
type V4 = typeof V4.Type
const V6 = Schema.Array(group).check(Schema.isMinLength(8), Schema.isMaxLength(8))

const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
const tail = ([a, b, c, d]: V4) => `${hex(a, b)}:${hex(c, d)}`

const disguises = (address: V4): ReadonlyArray<string> => [
  `::ffff:${address.join(".")}`,
  `::ffff:${tail(address)}`,
  `0:0:0:0:0:ffff:${tail(address)}`,
  `0000:0000:0000:0000:0000:FFFF:${address.join(".")}`,
  `::ffff:0:${address.join(".")}`,
  `64:ff9b::${address.join(".")}`,
  `64:ff9b::${tail(address)}`,
  `0064:FF9B:0:0:0:0:${tail(address)}`,
  `2002:${tail(address)}::`,
  `2002:${tail(address)}::1`,
  `2002:${tail(address)}:1:2:3:4:5`
]

describe("an address", () => {
  const places: Record<Place, ReadonlyArray<string>> = {
    public: [
      "1.1.1.1",
      "93.184.216.34",
      "172.15.255.255",
      "172.32.0.0",
      "100.128.0.1",
      "2606:4700::1111",
      "2a00:1450:4001:81b::200e",
      "::ffff:1.1.1.1",
      "64:ff9b::101:101"
    ],
    private: [
      "127.0.0.1",
      "127.255.255.254",
      "10.0.0.1",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "100.64.0.1",
      "198.18.0.1",
      "::1",
      "0:0:0:0:0:0:0:1",
      "fd12:3456::1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::127.0.0.1",
      "64:ff9b::7f00:1",
      "64:ff9b:1::7f00:1",
      "2002:7f00:1::",
      "2002:a00:1::1"
    ],
    never: [
      "0.0.0.0",
      "0.0.0.1",
      "169.254.169.254",
      "224.0.0.1",
      "255.255.255.255",
      "168.63.129.16",
      "192.0.2.1",
      "::",
      "::2",
      "fe80::1",
      "fe80::1%eth0",
      "fec0::1",
      "ff02::1",
      "fd00:ec2::254",
      "2001:db8::1",
      "2001:0:7f00:1::",
      "100::1",
      "4000::1",
      "::ffff:169.254.169.254",
      "64:ff9b::a9fe:a9fe",
      "2002:a9fe:a9fe::",
      "::ffff:0.0.0.0",
      "localhost",
      "",
      "127.1",
      "0x7f.0.0.1",
      "2130706433",
      "0177.0.0.1",
      "[::1]"
    ]
  }
  for (const [place, addresses] of Object.entries(places)) {
    it(`lies in ${place}: ${addresses.join(" ")}`, () => {
      for (const address of addresses) assert.strictEqual(addressScope(address), place, address)
    })
  }

  it.prop("lies where its IPv4 address does, however that is written into IPv6", { address: V4 }, ({ address }) => {
    const plain = addressScope(address.join("."))
    for (const disguise of disguises(address)) assert.strictEqual(addressScope(disguise), plain, disguise)
  })

  it.prop(
    "of this machine's IPv4 network is never public in any disguise",
    { rest: Schema.Tuple([byte, byte, byte]) },
    ({ rest: [b, c, d] }) => {
      for (const disguise of disguises([127, b, c, d])) assert.strictEqual(addressScope(disguise), "private", disguise)
    }
  )

  it.prop(
    "of IPv6 is public only below 2000::/3 or as the disguise of a public IPv4 address",
    { groups: V6 },
    ({ groups }) => {
      const text = groups.map((part) => part.toString(16)).join(":")
      const first = groups[0] ?? 0
      const disguised = groups.slice(0, 4).every((part) => part === 0) || first === 0x64
      assert.isTrue(addressScope(text) !== "public" || (first >= 0x2000 && first < 0x4000) || disguised, text)
    }
  )
})
