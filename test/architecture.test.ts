import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import { readdirSync, readFileSync, statSync } from "node:fs"
import * as path from "node:path"
import { RequiredAccess } from "#api/Access.ts"
import { Api } from "#api/Api.ts"

const root = path.resolve(import.meta.dirname, "..")
const text = (file: string) => readFileSync(path.join(root, file), "utf8")

const filesUnder = (folder: string): ReadonlyArray<string> =>
  readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

const table = (heading: string) => {
  const section = text("ARCHITECTURE.md").split(`## ${heading}`)[1]?.split("\n## ")[0] ?? ""
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, 3)
        .map((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), (match) => match[1]!))
    )
}

const rules = new Map(table("What may import what").map(([room, allowed]) => [room![0]!, new Set(allowed)]))
const rooms = [...rules.keys()].sort((a, b) => b.length - a.length)
const roomOf = (file: string) => rooms.find((room) => file === room || file.startsWith(`${room}/`))

const aliases: ReadonlyArray<readonly [string, string]> = [
  ["#domain/", "services/domain/"],
  ["#services/", "services/"],
  ["#streams/", "streams/"],
  ["#schedules/", "schedules/"],
  ["#layers/", "layers/"],
  ["#api/", "http/api/"],
  ["#http/", "http/"],
  ["#sandbox/", "sandbox/"]
]

const importedRoom = (file: string, specifier: string): string => {
  if (specifier.startsWith("node:")) return "node"
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  const local = alias
    ? alias[1] + specifier.slice(alias[0].length)
    : specifier.startsWith(".")
      ? path.join(path.dirname(file), specifier)
      : null
  if (local !== null) return roomOf(local) ?? local
  if (/^effect\/(sql|http|http-api)(\/|$)/.test(specifier)) return "effect-edge"
  if (/^effect\/(cluster|rpc|persistence)(\/|$)/.test(specifier)) return "effect-actors"
  return specifier === "effect" || specifier.startsWith("effect/") ? "effect" : "packages"
}

const importsOf = (file: string) =>
  Array.from(
    text(file).matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^"';]*?from\s+"([^"]+)"|import\(\s*(?:\/\*.*?\*\/\s*)?"([^"]+)"\s*\)|(?:^|\n)import\s+"([^"]+)"/g
    ),
    (match) => match[1] ?? match[2] ?? match[3]!
  )

const divided = ["services/domain", "services", "layers/sql", "frontend/src/features"] as const
const districts = table("Districts").map(([district]) => district![0]!)

const districtOf = (room: string, file: string): string | null => {
  if (!file.startsWith(`${room}/`) || (room === "services" && file.startsWith("services/domain/"))) return null
  return file.slice(room.length + 1).split("/")[0] ?? null
}

/** Imports against the order of districts that wait for a port or a slot of their own. */
const BACKWARD_IMPORTS: ReadonlyArray<string> = [
  "frontend/src/features/accounts/storage-access/access-page.tsx → frontend/src/features/fleet/drift/drift",
  "frontend/src/features/accounts/storage-access/access-page.tsx → frontend/src/features/fleet/drift/drift-section",
  "frontend/src/features/accounts/storage-access/access-panel.tsx → frontend/src/features/fleet/drift/drift",
  "frontend/src/features/accounts/storage-access/cells.tsx → frontend/src/features/fleet/drift/differs-badge",
  "frontend/src/features/buckets/policies/access-check.tsx → frontend/src/features/objects/shares/bucket-links",
  "services/buckets/policies/BucketPolicies.ts → services/objects/shares/ShareListings.ts",
  "services/identity/signin/S3Login.ts → services/buckets/BucketGateway.ts"
]

const inner = new Set(["services", "streams", "schedules", "services/domain"])
const withoutActors = new Set(["services", "services/domain"])

const violations = (file: string): ReadonlyArray<string> => {
  const room = roomOf(file)
  if (room === undefined) return [`${file} stands in no room`]
  const allowed = rules.get(room)!
  return importsOf(file).flatMap((specifier) => {
    const target = importedRoom(file, specifier)
    const fine =
      target === "effect" ||
      target === room ||
      allowed.has(target) ||
      (target === "effect-edge" && (!inner.has(room) || allowed.has("packages"))) ||
      (target === "effect-actors" && (!withoutActors.has(room) || allowed.has("packages")))
    return fine ? [] : [`${file} (${room}) may not import ${specifier} (${target})`]
  })
}

const targetOf = (file: string, specifier: string): string | null => {
  const alias = [...aliases, ["~/", "frontend/src/"] as const].find(([prefix]) => specifier.startsWith(prefix))
  if (alias) return alias[1] + specifier.slice(alias[0].length)
  return specifier.startsWith(".") ? path.join(path.dirname(file), specifier) : null
}

const circlesBelow = (room: string, without: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const depth = room.split("/").length + 1
  const folderOf = (file: string) => {
    const parts = file.split("/")
    return file.startsWith(`${room}/`) && parts.length > depth ? parts.slice(0, depth).join("/") : null
  }
  const edges = new Map<string, Map<string, string>>()
  for (const file of filesUnder(room)) {
    const from = folderOf(file)
    if (from === null || without.includes(from)) continue
    for (const specifier of importsOf(file)) {
      const target = targetOf(file, specifier)
      const to = target === null ? null : folderOf(target)
      if (target === null || to === null || to === from || without.includes(to)) continue
      edges.set(from, (edges.get(from) ?? new Map<string, string>()).set(to, `${file} → ${target}`))
    }
  }
  const circles: Array<string> = []
  const done = new Set<string>()
  const walk = (folder: string, way: ReadonlyArray<string>) => {
    if (way.includes(folder)) {
      circles.push(
        [...way.slice(way.indexOf(folder)), folder]
          .map((at, i, all) => (i === 0 ? at : `${at} (${edges.get(all[i - 1]!)!.get(at)})`))
          .join(" → ")
      )
      return
    }
    if (done.has(folder)) return
    for (const next of edges.get(folder)?.keys() ?? []) walk(next, [...way, folder])
    done.add(folder)
  }
  for (const folder of edges.keys()) walk(folder, [])
  return circles
}

const sources = ["services", "streams", "schedules", "http", "layers", "sandbox", "migrations"].flatMap(filesUnder)

describe("the house", () => {
  it("every room imports only what its row in ARCHITECTURE.md allows", () => {
    assert.deepStrictEqual(sources.flatMap(violations), [])
  })

  it.each([
    ...["services/domain", "services", "layers/sql"].flatMap((room) =>
      districts.map((district) => [`${room}/${district}`, []] as const)
    ),
    ["layers", []],
    ["streams", []],
    ["frontend/src", []]
  ] as const)("no two folders of %s import each other in a circle", (room, without) => {
    assert.deepStrictEqual(circlesBelow(room, without), [])
  })

  it("the folders of each divided room are districts, and no source lies beside them", () => {
    for (const room of divided) {
      const entries = readdirSync(path.join(root, room), { withFileTypes: true }).filter(
        ({ name }) => `${room}/${name}` !== "services/domain"
      )
      assert.deepStrictEqual(
        entries.filter((entry) => !entry.isDirectory() || !districts.includes(entry.name)).map(({ name }) => name),
        [],
        room
      )
    }
  })

  it("a district imports only districts above its row, but for the imports named here", () => {
    const backward = divided.flatMap((room) =>
      filesUnder(room).flatMap((file) => {
        const district = districtOf(room, file)
        return importsOf(file)
          .map((specifier) => targetOf(file, specifier))
          .filter((target) => target !== null)
          .flatMap((target) => {
            const imported = districtOf(room, target)
            return district !== null && imported !== null && districts.indexOf(imported) > districts.indexOf(district)
              ? [`${file} → ${target}`]
              : []
          })
      })
    )
    assert.deepStrictEqual(backward.sort(), [...BACKWARD_IMPORTS].sort())
  })

  it("the console imports types of domain and contract, and values of domain files without imports", () => {
    const importsNothing = (file: string, specifier: string) => {
      const target = path.join(path.dirname(file), specifier)
      return target.startsWith("services/domain/") && importsOf(target).length === 0
    }
    const bad = filesUnder("frontend/src").flatMap((file) =>
      Array.from(
        text(file).matchAll(
          /import\s+(type\s)?[^;]*?from\s+"((?:#|\.\.\/)[^"]*(?:services|streams|layers|http|domain|api)\/[^"]+\.ts|effect(?:\/[^"]*)?|@effect\/[^"]*)"/g
        )
      )
        .filter(([, type, specifier]) =>
          type === undefined
            ? !importsNothing(file, specifier!)
            : !/^effect\/|(#domain|#api|services\/domain|http\/api)\//.test(specifier!)
        )
        .map(([statement]) => `${file}: ${statement}`)
    )
    assert.deepStrictEqual(bad, [])
  })

  it("rooms named in ARCHITECTURE.md exist, and no other folder holds source", () => {
    const named = table("Rooms").map(([room]) => room![0]!)
    for (const room of named)
      assert.isTrue(statSync(path.join(root, room), { throwIfNoEntry: false }) !== undefined, `${room} is missing`)
    const tops = new Set(named.map((room) => room.split("/")[0]!))
    const others = readdirSync(root, { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() && !entry.name.startsWith(".") && !["node_modules", "data", "docs"].includes(entry.name)
      )
      .map((entry) => entry.name)
      .filter((name) => !tops.has(name))
    assert.deepStrictEqual(others, [])
  })

  it("rows of SQL are decoded by a schema, never asserted to be of a type", () => {
    const asserted = ["services", "streams", "schedules", "http", "layers", "sandbox"]
      .flatMap(filesUnder)
      .filter((file) => /\bsql\s*<|\.unsafe\s*</.test(text(file)) || /yield\*\s+sql`[^`]*`\s+as\s/.test(text(file)))
    assert.deepStrictEqual(asserted, [])
  })

  // capabilities of one or two verbs, no aggregates; Settings are values
  const capabilities = new Set([
    "ActiveKeys",
    "GatewaySeries",
    "OwnerUsage",
    "Audit",
    "Transaction",
    "RowVersions",
    "SignedInFacts",
    "Readiness",
    "InstallationMetrics",
    "LiveEvents",
    "ConnectionProbe",
    "Directory",
    "Mail",
    "DocumentText",
    "RecoveryRecords",
    "RightRecords",
    "PolicyTestRecords",
    "AgreedNames",
    "ArchiveOrders",
    "ContextPeople",
    "ListenerProbe",
    "MarkerNotifications",
    "ComparisonDifferences",
    "WorkbenchRecords",
    "PortalSettingsRecords",
    "CopyCheckRecords",
    "BucketMetadata",
    "LogDelivery",
    "SyntheticProbe",
    "WebhookSender",
    "CertificateSigner",
    "CertificateKeyRecords",
    "FirstCounts"
  ])

  it("a port has three to eight methods; capabilities of one or two verbs are named here, and no others", () => {
    const layers = filesUnder("layers").map(text).join("\n")
    const ports = filesUnder("services")
      .flatMap((file) =>
        Array.from(
          text(file).matchAll(/export class (\w+) extends Context\.Service<\s*\1,\s*\{\n([\s\S]*?)\n\s*\}\s*>\(\)/g),
          ([, name, shape]) => ({
            name: name!,
            methods: Array.from(shape!.matchAll(/^ {4}(?:readonly )?\w+[(:<]/gm)).length
          })
        )
      )
      .filter(
        ({ name }) => name !== "Settings" && new RegExp(`\\bLayer\\.(?:effect|succeed)\\(\\s*${name},`).test(layers)
      )
    assert.isAbove(ports.length, 30)
    assert.deepStrictEqual(
      ports.filter(({ methods, name }) => methods > 8 || (methods < 3 && !capabilities.has(name))),
      []
    )
    assert.deepStrictEqual(
      [...capabilities].filter((name) => !ports.some((port) => port.name === name && port.methods < 3)),
      [],
      "named for nothing"
    )
  })

  it("handlers translate and never decide: no branch and no loop stands in one", () => {
    const handlers = filesUnder("http/handlers").filter((file) => text(file).includes("HttpApiBuilder.group("))
    assert.isAbove(handlers.length, 15)
    assert.deepStrictEqual(
      handlers.filter((file) => /\b(?:if|for|while|switch)\s*\(/.test(text(file))),
      []
    )
  })

  it("audit entries and gateway changes are written in one way only", () => {
    const ways: ReadonlyArray<readonly [RegExp, RegExp]> = [
      [
        /provide(?:Service|Context)?\([^)]*GatewayIntent\b|GatewayIntent\.of\(|succeed\(GatewayIntent\b/,
        /^services\/platform\/audit\/changeJournal\.ts$/
      ],
      [/\.record\(\s*(?:\{|entryOf|\w+Entry)|yield\* Audit\b/, /^services\/platform\/audit\//],
      [/insert into audit_logs/, /^layers\/sql\/platform\/audit\/AuditSql\.ts$/],
      [/CreateBucketCommand\b|DeleteBucketCommand\b/, /^layers\/s3\/(?:allowedCommands|BucketGatewayS3)\.ts$/]
    ]
    const astray = sources
      .filter((file) => !file.startsWith("sandbox/"))
      .flatMap((file) =>
        ways
          .filter(([what, where]) => what.test(text(file)) && !where.test(file))
          .map(([what]) => `${file}: ${what.source}`)
      )
    assert.deepStrictEqual(astray, [])
    for (const [what, where] of ways)
      assert.isTrue(
        sources.some((file) => where.test(file) && what.test(text(file))),
        `${what.source} looks for what is there`
      )
  })

  it("every endpoint declares the access it requires", () => {
    const undeclared: Array<string> = []
    let count = 0
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, mergedAnnotations }) => {
        count += 1
        if (Option.isNone(Context.getOption(mergedAnnotations, RequiredAccess)))
          undeclared.push(`${endpoint.method} ${endpoint.path}`)
      }
    })
    assert.isAbove(count, 0)
    assert.deepStrictEqual(undeclared, [])
  })

  it("reports the longest files, and none is out of hand", () => {
    const sizes = [...sources, ...filesUnder("frontend/src")]
      .map((file) => ({ file, lines: text(file).split("\n").length }))
      .sort((a, b) => b.lines - a.lines)
    const median = sizes[Math.floor(sizes.length / 2)]?.lines ?? 0
    console.log(
      `${sizes.length} files, median ${median} lines; longest: ${sizes
        .slice(0, 5)
        .map(({ file, lines }) => `${file} ${lines}`)
        .join(", ")}`
    )
    assert.deepStrictEqual(
      sizes.filter(({ lines }) => lines > 640),
      []
    )
  })
})
