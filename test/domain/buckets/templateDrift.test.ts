import { assert, it } from "@effect/vitest"
import { isDeepStrictEqual } from "node:util"
import { type BucketSetting, settingKinds } from "#domain/buckets/changes/BucketChange.ts"
import { changeProposal, decideChange } from "#domain/buckets/changes/decideChange.ts"
import { featureOf } from "#domain/buckets/features/features.ts"
import { draftSettings } from "#domain/buckets/templates/draftSettings.ts"
import { type StoredDocument, templateDrift } from "#domain/buckets/templates/templateDrift.ts"

const ROUNDS = 600
const place = { bucket: "photos", dialect: "rgw" } as const

const randomOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
const random = randomOf(20_261_128)
const pick = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)] as A
const some = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> => items.filter(() => random() < 0.5)

const KEYS = ["a", "b", "c"]
const tag = (key: string) => ({ key, value: pick(["1", "2"]) })
const rule = (id: string) => ({
  id,
  enabled: random() < 0.8,
  filter: { prefix: pick(["", "tmp/"]), tags: [], size_greater_than: null, size_less_than: null },
  expiration: { days: pick([7, 30]) },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null
})
const corsRule = (id: string) => ({
  id,
  allowed_origins: [pick(["*", "https://a.example"])],
  allowed_methods: [pick(["GET", "PUT"] as const)],
  allowed_headers: [],
  expose_headers: [],
  max_age_seconds: pick([null, 60])
})
const statement = (Sid: string, bucket: string) => ({
  Sid,
  Effect: "Allow",
  Principal: "*",
  Action: pick(["s3:GetObject", "s3:ListBucket"]),
  Resource: `arn:aws:s3:::${bucket}/*`
})
const quota = () => ({ max_size_bytes: pick([null, 10]), max_objects: pick([null, 5]), enabled: random() < 0.5 })
const block = () => ({
  block_public_acls: random() < 0.5,
  ignore_public_acls: true,
  block_public_policy: true,
  restrict_public_buckets: true
})

type Kind = (typeof settingKinds)[number]
type Keyed = Readonly<Record<string, unknown>>

const valueOf = (kind: Kind): unknown => {
  if (random() < 0.15) return null
  const keys = some(KEYS)
  switch (kind) {
    case "versioning":
      return { status: pick(["enabled", "suspended"]) }
    case "public_access_block":
      return block()
    case "quota":
      return quota()
    case "tags":
      return keys.length === 0 ? null : { tags: keys.map(tag) }
    case "lifecycle":
      return keys.length === 0 ? null : { rules: keys.map(rule) }
    case "cors":
      return keys.length === 0 ? null : { rules: keys.map(corsRule) }
    case "policy":
      return keys.length === 0
        ? null
        : { text: JSON.stringify({ Version: "2012-10-17", Statement: keys.map((sid) => statement(sid, "photos")) }) }
  }
}

const settingOf = (kind: Kind): BucketSetting => {
  const [set, rest] = [some(KEYS), KEYS]
  const remove = rest.filter((key) => !set.includes(key) && random() < 0.5)
  const merged = set.length + remove.length === 0 ? { set: ["a"], remove: [] } : { set, remove }
  switch (kind) {
    case "versioning":
      return { kind, value: { status: pick(["enabled", "suspended"]) } }
    case "public_access_block":
      return { kind, value: random() < 0.2 ? null : block() }
    case "quota":
      return { kind, value: random() < 0.2 ? null : quota() }
    case "tags":
      return { kind, set: merged.set.map(tag), remove: merged.remove }
    case "lifecycle":
      return { kind, set: merged.set.map(rule), remove: merged.remove }
    case "cors":
      return { kind, set: merged.set.map(corsRule), remove: merged.remove }
    case "policy":
      return { kind, set: merged.set.map((sid) => statement(sid, "BUCKET")), remove: merged.remove }
  }
}

const KEY_NAMES: Readonly<Record<string, string>> = { tags: "key", lifecycle: "id", cors: "id", policy: "Sid" }

const partsOf = (kind: Kind, value: unknown): ReadonlyArray<Keyed> => {
  if (value === null) return []
  const { rules, tags, text } = value as {
    readonly rules?: ReadonlyArray<Keyed>
    readonly tags?: ReadonlyArray<Keyed>
    readonly text?: string
  }
  return kind === "policy" ? JSON.parse(text ?? "").Statement : (rules ?? tags ?? [])
}

const isNoQuota = (value: unknown): boolean =>
  isDeepStrictEqual(value, { max_size_bytes: null, max_objects: null, enabled: false })

const agrees = (setting: BucketSetting, value: unknown): boolean => {
  if ("value" in setting) {
    const [wanted, found] = [setting.value, value].map((one) =>
      setting.kind === "quota" && isNoQuota(one) ? null : one
    )
    return isDeepStrictEqual(wanted, found)
  }
  const key = KEY_NAMES[setting.kind] ?? ""
  const parts = partsOf(setting.kind, value)
  const has = (wanted: Keyed) =>
    parts.some((part) =>
      isDeepStrictEqual(part, JSON.parse(JSON.stringify(wanted).replaceAll(":::BUCKET/", ":::photos/")))
    )
  return (
    (setting.set as ReadonlyArray<Keyed>).every(has) &&
    setting.remove.every((name) => !parts.some((part) => part[key] === name))
  )
}

const documentOf = (kind: Kind, value: unknown): StoredDocument => ({
  _tag: "Read",
  document: featureOf(kind).express(value, null)
})

it("a bucket agrees exactly when it has every wanted part and no unwanted one, by id, Sid and key", () => {
  const seen = { agrees: 0, differs: 0, unknown: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const kinds = some(settingKinds)
    const settings = (kinds.length === 0 ? (["tags"] as const) : kinds).map(settingOf)
    const values = new Map(
      settings.map((setting) => {
        const value = valueOf(setting.kind)
        const document = featureOf(setting.kind).express(value, null)
        const decision = decideChange(changeProposal(setting), place, null, document)
        const isChanged = decision._tag === "Changes" && random() < 0.6
        return [setting.kind, isChanged ? decision.value : value] as const
      })
    )
    const verdict = templateDrift(settings, place, (kind) => documentOf(kind, values.get(kind) ?? null))
    const expected = settings.map((setting) =>
      agrees(setting, values.get(setting.kind) ?? null) ? "agrees" : "differs"
    )
    const at = JSON.stringify({ settings, values: [...values], verdict })
    assert.deepStrictEqual(
      verdict.settings.map(({ state }) => state),
      expected,
      at
    )
    assert.strictEqual(verdict.state, expected.includes("differs") ? "differs" : "agrees", at)
    seen[verdict.state]++
  }
  assert.isAbove(Math.min(seen.agrees, seen.differs), ROUNDS / 20, JSON.stringify(seen))
})

it("what is not read, unreadable, undecodable or ambiguous is unknown, and agrees or differs never", () => {
  const settings: ReadonlyArray<BucketSetting> = [
    { kind: "tags", set: [{ key: "team", value: "db" }], remove: [] },
    { kind: "versioning", value: { status: "enabled" } }
  ]
  const problem = { code: "unavailable", detail: "No key", storage_code: null, storage_status: null, at: "" }
  const twice = `<Tagging><TagSet>${"<Tag><Key>team</Key><Value>db</Value></Tag>".repeat(2)}</TagSet></Tagging>`
  const cases: ReadonlyArray<readonly [StoredDocument, string]> = [
    [{ _tag: "Unread" }, "not_read"],
    [{ _tag: "Unreadable", problem }, "unreadable"],
    [{ _tag: "Unreadable", problem: { ...problem, storage_code: "UndecodableAttribute" } }, "undecodable"],
    [{ _tag: "Read", document: "<Other/>" }, "undecodable"],
    [{ _tag: "Read", document: twice }, "obstacle"]
  ]
  for (const [tags, reason] of cases) {
    const verdict = (status: string) =>
      templateDrift(settings, place, (kind) => (kind === "tags" ? tags : documentOf(kind, { status })))
    const [first] = verdict("enabled").settings
    assert.deepStrictEqual([first?.state, first?.reason], ["unknown", reason])
    assert.strictEqual(verdict("enabled").state, "unknown")
    assert.strictEqual(verdict("suspended").state, "differs", "another setting is known to differ")
  }
})

it("a bucket agrees with the template that was drafted from it, and another bucket gets its own name", () => {
  for (let round = 0; round < 200; round++) {
    const values = new Map(settingKinds.map((kind) => [kind, valueOf(kind)]))
    const read = (kind: Kind) => documentOf(kind, values.get(kind) ?? null)
    const { left_out, settings } = draftSettings("photos", read)
    assert.strictEqual(settings.length + left_out.length, settingKinds.length)
    assert.strictEqual(templateDrift(settings, place, read).state, "agrees", JSON.stringify([settings, [...values]]))
    assert.notInclude(JSON.stringify(settings), "photos")
  }
})
