import { assert, it } from "@effect/vitest"
import { pushEndpointFault, transportOf, withCredentials, withoutCredentials } from "#domain/iam/topics/pushEndpoint.ts"
import { topicFaults, topicWarnings } from "#domain/iam/topics/topicFaults.ts"
import { explainMissingEvent, type Reach } from "#domain/iam/topics/TopicTest.ts"

it("what an endpoint is signed in to with is taken out of its address, wherever it stands", () => {
  for (const [told, address] of [
    ["https://user:pass@host:8443/a?b=c", "https://host:8443/a?b=c"],
    ["amqps://u:p%40@[::1]:5671/vhost", "amqps://[::1]:5671/vhost"],
    ["kafka://a:b@c@broker:9092", "kafka://broker:9092"],
    ["u:p@host", "host"],
    ["https://token@host", "https://host"]
  ] as const) {
    assert.deepStrictEqual(withoutCredentials(told), { address, credentials: true }, told)
  }
  for (const told of ["", "http://host/a@b", "nothing"]) {
    const { address, credentials } = withoutCredentials(told)
    if (!credentials) assert.strictEqual(address, told)
  }
  assert.strictEqual(withCredentials("kafka://broker:9092", "a b", "p@:/"), "kafka://a%20b:p%40%3A%2F@broker:9092")
  assert.deepStrictEqual(withoutCredentials(withCredentials("https://h/x", "ü", "p/@?#")), {
    address: "https://h/x",
    credentials: true
  })
})

it("endpoints are of known schemes, with a host, and without a user name", () => {
  for (const good of [
    "http://h",
    "https://h:443/x?y",
    "amqp://h:5672/v",
    "amqps://h",
    "kafka://127.0.0.1:9092",
    "http://[::1]:80/"
  ])
    assert.isNull(pushEndpointFault(good), good)
  for (const bad of [
    "",
    "h",
    "ftp://h",
    "http://",
    "http://u@h",
    "http://h:0",
    "http://h:65536",
    "http://h:x",
    "http://a b",
    "javascript://h",
    "//h"
  ])
    assert.isNotNull(pushEndpointFault(bad), bad)
  assert.deepStrictEqual(["", "HTTPS://h", "amqps://h", "kafka://h", "ftp://h"].map(transportOf), [
    "none",
    "http",
    "amqp",
    "kafka",
    "other"
  ])
})

it("a policy is looked at as the gateway would, and what it opens is said", () => {
  const place = { secure: true, endpoint: "" }
  const policy = (statement: object) =>
    JSON.stringify({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Principal: "*", Action: "sns:Publish", Resource: "*", ...statement }]
    })
  assert.deepStrictEqual(
    topicFaults({ policy: policy({ Resource: "arn:aws:sns:default:RGW00000000000000012:uploads" }) }, place),
    []
  )
  for (const bad of ["{", "[]", policy({ Effect: "Perhaps" }), policy({ Resource: "x" }), policy({ Other: 1 })])
    assert.deepStrictEqual(
      topicFaults({ policy: bad }, place).map(({ path }) => path),
      [["policy"]],
      bad
    )
  assert.lengthOf(topicWarnings({ policy: policy({}) }), 1)
  assert.lengthOf(
    topicWarnings({ policy: policy({ Principal: { AWS: "arn:aws:iam::RGW00000000000000012:root" } }) }),
    0
  )
})

it("credentials go with an endpoint, and over TLS", () => {
  const credentials = { user: "u", password: { _tag: "secret" } } as never
  const faults = (wish: Parameters<typeof topicFaults>[0], secure: boolean) =>
    topicFaults({ ...wish, credentials }, { secure, endpoint: "" }).map(({ path }) => path.join("."))
  assert.deepStrictEqual(faults({ push_endpoint: "https://h" }, true), [])
  assert.deepStrictEqual(faults({ push_endpoint: "https://h" }, false), ["credentials"])
  assert.deepStrictEqual(faults({}, true), ["credentials"])
})

it("every way in which nothing arrives is told with the address and a way out", () => {
  const ways: ReadonlyArray<Reach> = [
    { how: "reached" },
    { how: "refused" },
    { how: "unknown_host" },
    { how: "tls" },
    { how: "slow" },
    { how: "redirected", answer: "to https://b" },
    { how: "other_answer", answer: "418" }
  ]
  const told = ways.map((way) => explainMissingEvent("https://a/api/deliveries/", way))
  assert.lengthOf(new Set(told.map(({ verdict }) => verdict)), ways.length)
  for (const { detail } of told) {
    assert.include(detail, "https://a/api/deliveries/")
    assert.include(detail, "EVENTS_ORIGIN")
  }
})
