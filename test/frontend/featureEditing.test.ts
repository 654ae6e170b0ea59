import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { commandOf } from "../../frontend/src/lib/command.ts"
import { creationCommands } from "../../frontend/src/features/buckets/creation-commands.ts"
import { deleteCommands } from "../../frontend/src/features/buckets/delete-commands.ts"
import { quoted } from "../../frontend/src/lib/terminal.ts"
import {
  readCommands,
  removeCommands,
  saveCommands
} from "../../frontend/src/features/buckets/bucket-features/commands.ts"
import { bytesTyped } from "../../frontend/src/features/buckets/bucket-features/controls/bytes-typed.ts"
import {
  faultsOf,
  messagesAt,
  moveItem,
  placeInWords,
  isSameValue,
  valueAt,
  withAt,
  withoutIndex
} from "../../frontend/src/features/buckets/bucket-features/draft.ts"
import { FEATURE_LIST } from "../../frontend/src/features/buckets/bucket-features/feature.ts"
import { type DiffLine, foldUnchanged, lineDiff } from "../../frontend/src/components/diff/line-diff.ts"
import { readable } from "../../frontend/src/features/buckets/bucket-features/line-diff.ts"
import { readDraft } from "../../frontend/src/features/buckets/bucket-features/read-draft.ts"
import { featureNames } from "../../services/domain/buckets/features/FeatureName.ts"
import { featureOf } from "../../services/domain/buckets/features/features.ts"

const place = { endpoint: "https://s3.example.org", bucket: "weather" }

describe("a draft of a feature", () => {
  it("is read and changed by path; what is not on the way stays the same", () => {
    const draft = {
      rules: [
        { id: "a", origins: ["x"] },
        { id: "b", origins: [] }
      ],
      other: { kept: true }
    }
    const next = withAt(draft, ["rules", 1, "origins"], ["y"]) as typeof draft
    assert.deepStrictEqual(valueAt(next, ["rules", 1, "origins"]), ["y"])
    assert.strictEqual(next.rules[0], draft.rules[0])
    assert.strictEqual(next.other, draft.other)
    assert.deepStrictEqual(draft.rules[1]?.origins, [])
    assert.isUndefined(valueAt(draft, ["rules", 7, "origins", 0]))
    assert.deepStrictEqual(withAt(null, ["tags"], []), { tags: [] })
  })

  it("entries of a list leave and move, and a move past an end is none", () => {
    assert.deepStrictEqual(withoutIndex(["a", "b", "c"], 1), ["a", "c"])
    assert.deepStrictEqual(moveItem(["a", "b", "c"], 2, -1), ["a", "c", "b"])
    assert.deepStrictEqual(moveItem(["a", "b", "c"], 0, -1), ["a", "b", "c"])
    assert.deepStrictEqual(moveItem(["a", "b", "c"], 2, 1), ["a", "b", "c"])
  })

  it("is the same in whichever order its keys stand, and another in another order of a list", () => {
    assert.isTrue(isSameValue({ a: 1, b: { c: 2, d: null } }, { b: { d: null, c: 2 }, a: 1 }))
    assert.isFalse(isSameValue({ a: [1, 2] }, { a: [2, 1] }))
    assert.isFalse(isSameValue(null, {}))
    assert.isTrue(isSameValue(null, null))
  })

  it("complaints land on what they are about, and say where that is", () => {
    const faults = faultsOf([
      { path: ["payload", "value", "rules", "0", "allowed_origins"], message: "Expected at least one origin" },
      { path: ["payload", "value", "rules", 1, "id"], message: "Expected a value with a length of at least 1" },
      { path: ["payload", "version"], message: "Too old" }
    ])
    assert.strictEqual(messagesAt(faults, ["rules", 0, "allowed_origins"]), "Expected at least one origin")
    assert.strictEqual(messagesAt(faults, ["rules", 0]), "")
    assert.strictEqual(messagesAt(faults, ["rules", 0], true), "Expected at least one origin")
    assert.strictEqual(messagesAt(faults, ["rules", 1], true), "Something has to stand here")
    assert.deepStrictEqual(faults[2]?.path, ["version"])
    assert.strictEqual(placeInWords(["rules", "0", "allowed_origins", "2"]), "rules 1 › allowed origins 3")
  })
})

describe("what experts type", () => {
  it("is a draft, nothing, or no draft with the reason", () => {
    assert.deepStrictEqual(readDraft(`{"status":"enabled"}`, undefined), { draft: { status: "enabled" } })
    assert.deepStrictEqual(readDraft(" \n", undefined), { draft: null })
    assert.deepStrictEqual(readDraft("null", undefined), { draft: null })
    assert.match(JSON.stringify(readDraft("[1]", undefined)), /Expected an object/)
    assert.match(JSON.stringify(readDraft("{", undefined)), /not JSON/)
    assert.deepStrictEqual(readDraft("{ not JSON, and kept", "text"), { draft: { text: "{ not JSON, and kept" } })
  })

  it("is what the form shows and the other way round", () => {
    const value = { rules: [{ id: null, days: 3, keys: ["ä", "\u2028"] }] }
    assert.deepStrictEqual(readDraft(readable(value), undefined), { draft: value })
    assert.deepStrictEqual(readDraft(readable({ text: "{\n}" }, "text"), "text"), { draft: { text: "{\n}" } })
    assert.strictEqual(readable(null), "")
  })

  it("sizes are whole bytes of their unit; what is none goes as it was typed", () => {
    assert.strictEqual(bytesTyped("1.5", "GiB"), 1_610_612_736)
    assert.strictEqual(bytesTyped("1,5", "KiB"), 1536)
    assert.strictEqual(bytesTyped(" ", "GiB"), null)
    assert.strictEqual(bytesTyped("1.3", "B"), "1.3")
    assert.strictEqual(bytesTyped("ten", "GiB"), "ten")
    assert.strictEqual(bytesTyped("99999999", "PiB"), "99999999")
  })
})

describe("a difference", () => {
  const texts = (lines: ReadonlyArray<DiffLine>, kinds: ReadonlyArray<DiffLine["kind"]>) =>
    lines.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text)

  const Lines = Schema.Array(Schema.Literals(["a", "b", "  c", "", "{"]))
  it.effect.prop("holds both texts, whatever they are", { before: Lines, after: Lines }, ({ after, before }) =>
    Effect.promise(async () => {
      const [one, other] = [before.join("\n"), after.join("\n")]
      const lines = await lineDiff(one, other)
      const spelled = (text: string) => (text === "" ? [] : text.replace(/\n$/, "").split("\n"))
      assert.deepStrictEqual(texts(lines, ["same", "gone"]), spelled(one))
      assert.deepStrictEqual(texts(lines, ["same", "new"]), spelled(other))
    })
  )

  it("folds what is far from a change, and counts it", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
    const after = lines.map((line, index) => (index === 15 ? "another" : line))
    const shown = foldUnchanged(await lineDiff(lines.join("\n"), after.join("\n")))
    assert.deepStrictEqual(texts(shown, ["gone", "new"]), ["line 15", "another"])
    assert.deepStrictEqual(texts(shown, ["gap"]), ["12 lines as before", "11 lines as before"])
    assert.strictEqual(shown.length, 10)
  })
})

describe("the same in a terminal", () => {
  it("words are safe in a shell", () => {
    assert.strictEqual(quoted("plain-1.x"), "plain-1.x")
    assert.strictEqual(quoted("it's $HOME"), `'it'\\''s $HOME'`)
    assert.strictEqual(quoted(""), "''")
  })

  const Hostile = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(40), Schema.isPattern(/^[^\0]*$/))
  it.effect.prop(
    "a shell takes each word of a command as it was meant, whatever stands in it",
    { words: Schema.Array(Hostile).check(Schema.isMinLength(20), Schema.isMaxLength(60)) },
    ({ words }) =>
      Effect.sync(() => {
        const all = [
          ...words,
          "$(touch /tmp/never)",
          "`id`",
          "it's",
          "a\nb",
          "-rf",
          "--",
          "~",
          "*",
          "é",
          "",
          "\\",
          "!",
          "a;b",
          "@file"
        ]
        const sound = all.filter((word) => word.isWellFormed())
        const said = execFileSync("sh", ["-c", `printf '%s\\0' ${sound.map(quoted).join(" ")}`]).toString("utf8")
        assert.deepStrictEqual(said.split("\0").slice(0, -1), sound)
      }),
    { arbitrary: { runs: 20 } }
  )

  it("a call of our own names the operation, the token by a variable, and its body as it is", () => {
    const { note = "", text } = commandOf("PUT /api/manager/buckets/:bucket_name/quarantine", {
      params: { bucket_name: "it's" },
      query: { context_id: "a b", confirm_name: "it's" },
      body: { day: "2026-12-24" }
    })
    assert.deepStrictEqual(text.split(" \\\n  "), [
      `curl -X PUT -H "Authorization: Bearer $STOWAGE_TOKEN" ` +
        "'/api/manager/buckets/it'\\''s/quarantine?context_id=a+b&confirm_name=it%27s'",
      "-H 'Content-Type: application/json'",
      `--data-raw '{"day":"2026-12-24"}'`
    ])
    assert.include(note, "STOWAGE_TOKEN")
  })

  it("a bucket is created and deleted so, with what awscli can say, else by this service alone", () => {
    const texts = (creation: Parameters<typeof creationCommands>[0]) =>
      creationCommands(creation, "1", place.endpoint).map(({ text, tool }) => [tool, text.split(" \\\n")[0]])
    assert.deepStrictEqual(
      texts({ name: "weather" }).map(([tool]) => tool),
      ["awscli", "curl", "curl"]
    )
    const versioned = creationCommands(
      { name: "weather", object_lock: true, features: { versioning: { status: "enabled" } } },
      "1",
      place.endpoint
    )
    assert.strictEqual(
      versioned[0]?.text,
      [
        "aws --endpoint-url https://s3.example.org s3api create-bucket --bucket=weather " +
          "--object-lock-enabled-for-bucket",
        "aws --endpoint-url https://s3.example.org s3api put-bucket-versioning --bucket=weather " +
          `--versioning-configuration '{"Status":"Enabled"}'`
      ].join(" && \\\n")
    )
    assert.deepStrictEqual(
      texts({ name: "weather", template: "archive" }).map(([tool]) => tool),
      ["curl"]
    )
    assert.deepStrictEqual(
      deleteCommands("weather", "1", place.endpoint).map(({ tool }) => tool),
      ["awscli", "curl", "curl"]
    )
  })

  it("every feature can be read so, by the name that the service asks the gateway by; nothing holds a secret", () => {
    for (const feature of featureNames) {
      const commands = readCommands(feature, place)
      const { wire } = featureOf(feature)
      const curl = commands.find(({ tool }) => tool === "curl")?.text ?? ""
      if (wire._tag === "SubResource") {
        assert.include(curl, `/weather?${wire.name}=`)
        assert.strictEqual(commands.length, 2)
      } else assert.include(curl, "/admin/bucket?bucket=weather")
      for (const { text } of commands) assert.notMatch(text, /AKIA|secret_key=/)
    }
    assert.deepStrictEqual(FEATURE_LIST.map(({ feature }) => feature).sort(), [...featureNames].sort())
    for (const { feature, label } of FEATURE_LIST) assert.strictEqual(label, featureOf(feature).label)
  })

  it("is saved with the document that the service would send, and taken away only where the gateway knows how", () => {
    const commands = saveCommands("tags", { tags: [] }, "<Tagging>it's</Tagging>", place)
    assert.deepStrictEqual(
      commands.map(({ tool }) => tool),
      ["awscli", "curl"]
    )
    assert.strictEqual(
      commands[0]?.text,
      `aws --endpoint-url https://s3.example.org s3api put-bucket-tagging --bucket=weather --tagging '{"TagSet":[]}'`
    )
    assert.include(commands[1]?.text ?? "", `--data-raw '<Tagging>it'\\''s</Tagging>'`)
    for (const feature of featureNames) {
      const { wire } = featureOf(feature)
      const removable = wire._tag === "SubResource" && wire.removal === "delete"
      // RGW deletes the bucket for a sub-resource that it does not know
      assert.strictEqual(removeCommands(feature, place).length, removable ? 2 : 0, feature)
    }
  })
})
