import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterAll, expect, it } from "vitest"
import { parse, parseAllDocuments, stringify } from "yaml"
import { expectInsideKept } from "../support/ingressPaths.ts"
import { kubernetes as found } from "../support/kubernetes.ts"
import { requirement } from "../support/Requirement.ts"

const root = path.resolve(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(path.join(root, file), "utf8")
const chart = path.join(root, "deploy/helm")
const documented = new Set(Array.from(read("docs/configuration.md").matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name))

const { kubernetes, lack } = found()

type Anything = any

const filled = {
  image: { repository: "registry.example.org/stowage" },
  host: "stowage.example.org",
  settings: {
    DATABASE_URL: "postgres://stowage@db.example.org/stowage?sslmode=require",
    TRUSTED_PROXY_CIDRS: "10.0.0.0/24",
    UI_JWT_KEYS: "one",
    API_JWT_KEYS: "two",
    JWT_KEYS: "three",
    CREDENTIAL_KEYS: "four"
  }
}

requirement("helm", lack)("the chart for Helm", () => {
  const work = mkdtempSync(path.join(tmpdir(), "stowage-chart-"))
  afterAll(() => rmSync(work, { recursive: true, force: true }))
  const { faults, helm, kubectl } = kubernetes!

  const valuesOf = (values: object) => {
    const file = path.join(work, `${crypto.randomUUID()}.yaml`)
    writeFileSync(file, stringify(values))
    return file
  }
  const objectsOf = (text: string): ReadonlyArray<Anything> =>
    parseAllDocuments(text)
      .map((one) => one.toJS())
      .filter((one) => one !== null)
  const rendered = (values: object, release = "stowage") =>
    objectsOf(helm("template", release, chart, "--namespace", "stowage", "--values", valuesOf(values)))
  const of = (objects: ReadonlyArray<Anything>, kind: string) => objects.find((one) => one.kind === kind)
  const pod = (objects: ReadonlyArray<Anything>) => of(objects, "Deployment").spec.template.spec

  it("is of the product's version, and has nothing that helm would warn of", () => {
    const { version } = JSON.parse(read("package.json"))
    expect(parse(read("deploy/helm/Chart.yaml"))).toMatchObject({ version, appVersion: version })
    expect(helm("lint", "--strict", chart, "--values", valuesOf(filled))).toContain("0 chart(s) failed")
  })

  it("renders only what Kubernetes knows, as little as is filled in and as much as can be", async () => {
    const much = {
      ...filled,
      image: { repository: "registry.example.org/stowage", tag: "1.2.3", pullPolicy: "Always" },
      imagePullSecrets: [{ name: "registry" }],
      replicas: 3,
      podAnnotations: { "example.org/team": "storage" },
      nodeSelector: { disk: "ssd" },
      tolerations: [{ key: "storage", operator: "Exists", effect: "NoSchedule" }]
    }
    for (const objects of [rendered(filled), rendered(much)]) {
      expect(objects.map(({ kind }) => kind).sort()).toEqual([
        "Deployment",
        "Ingress",
        "NetworkPolicy",
        "PodDisruptionBudget",
        "Secret",
        "Service"
      ])
      expect((await Promise.all(objects.map(faults))).flat()).toEqual([])
    }
    expect(
      await faults({ apiVersion: "v1", kind: "Service", spec: { selektor: {}, ports: [{ port: "80" }] } } as never)
    ).toEqual(["Service.spec.selektor: unknown", "Service.spec.ports[0].port: no number"])
  })

  it("makes what the folder for Kustomize makes", async () => {
    const folder = path.join(work, "kubernetes")
    cpSync(path.join(root, "deploy/kubernetes"), folder, { recursive: true })
    writeFileSync(path.join(folder, "stowage.env"), "STOWAGE_MODE=production\n")
    const theirs = objectsOf(kubectl("kustomize", folder))
    expect((await Promise.all(theirs.map(faults))).flat()).toEqual([])
    const ours = rendered(filled)
    // names of secrets, labels and versions differ; variables that the chart knows by itself are in the settings there
    const alike = (objects: ReadonlyArray<Anything>) => {
      const {
        replicas,
        strategy,
        template: {
          spec: {
            containers,
            initContainers,
            topologySpreadConstraints: [{ labelSelector: _, ...spread }],
            ...rest
          }
        }
      } = of(objects, "Deployment").spec
      const { imagePullPolicy: _pull, env: _env, envFrom: _from, ...service } = containers[0]
      const { imagePullPolicy: _mpull, env: _menv, envFrom: _mfrom, ...migration } = initContainers[0]
      const { annotations, ...ingress } = {
        annotations: of(objects, "Ingress").metadata.annotations,
        ...of(objects, "Ingress").spec
      }
      const [inside, outside] = of(objects, "NetworkPolicy").spec.ingress
      return {
        replicas,
        strategy,
        rest,
        spread,
        service,
        migration,
        annotations,
        ingress,
        ports: of(objects, "Service").spec.ports,
        budget: of(objects, "PodDisruptionBudget").spec.maxUnavailable,
        inside: inside.ports,
        outside
      }
    }
    expect(alike(ours)).toEqual(alike(theirs))
  })

  it("sets only variables that the service reads, and gives a stop its time", () => {
    const objects = rendered({ ...filled, shutdownDelay: 25 })
    const {
      containers: [service],
      terminationGracePeriodSeconds
    } = pod(objects)
    for (const { name } of service.env) expect(documented.has(name), name).toBe(true)
    for (const name of Object.keys(of(objects, "Secret").stringData)) expect(documented.has(name), name).toBe(true)
    expect(service.env).toContainEqual({ name: "SHUTDOWN_DELAY", value: "25" })
    expect(service.env).toContainEqual({ name: "PUBLIC_ORIGIN", value: "https://stowage.example.org" })
    expect(terminationGracePeriodSeconds).toBeGreaterThan(25 + 30)
  })

  it("rolls out when a setting changed, and only then", () => {
    const told = (values: object) =>
      of(rendered(values), "Deployment").spec.template.metadata.annotations["stowage/settings"]
    expect(told(filled)).toBe(told({ ...filled, replicas: 5 }))
    expect(told(filled)).not.toBe(told({ ...filled, settings: { ...filled.settings, JWT_KEYS: "five three" } }))
  })

  it("writes large numbers as digits, and texts as they are", () => {
    const { stringData } = of(
      rendered({
        ...filled,
        settings: { ...filled.settings, GATEWAY_TIMEOUT_SECONDS: 10_000_000, SMTP_PASSWORD: 'a "b" {{ c }}: #' }
      }),
      "Secret"
    )
    expect(stringData).toMatchObject({ GATEWAY_TIMEOUT_SECONDS: "10000000", SMTP_PASSWORD: 'a "b" {{ c }}: #' })
  })

  it("keeps from the internet what only machines inside ask for", () => {
    for (const release of ["stowage", "blue"]) expectInsideKept(rendered(filled, release))
  })

  it("takes a Secret of one's own", () => {
    const objects = rendered({ ...filled, settings: {}, existingSecret: "vault-stowage" })
    expect(of(objects, "Secret")).toBeUndefined()
    for (const container of [...pod(objects).containers, ...pod(objects).initContainers])
      expect(container.envFrom).toEqual([{ secretRef: { name: "vault-stowage" } }])
  })

  it("two releases in one namespace know their own pods", () => {
    const [one, two] = [rendered(filled, "blue"), rendered(filled, "green")]
    expect(of(one, "Service").metadata.name).toBe("blue-stowage")
    expect(of(two, "Service").spec.selector).not.toEqual(of(one, "Service").spec.selector)
    expect(of(one, "Deployment").spec.template.metadata.labels).toMatchObject(of(one, "Service").spec.selector)
  })

  it("refuses what cannot work, with the place", () => {
    const { JWT_KEYS: _, ...unsigned } = filled.settings
    const refused: ReadonlyArray<readonly [object, RegExp]> = [
      [{}, /\/host/],
      [{ ...filled, hots: "a.example.org" }, /hots/],
      [{ ...filled, host: "https://stowage.example.org" }, /\/host/],
      [{ ...filled, replicas: 0 }, /\/replicas/],
      [{ ...filled, settings: unsigned }, /JWT_KEYS/],
      [{ ...filled, settings: { ...filled.settings, RUNNER_HOST: "10.0.0.1" } }, /RUNNER_HOST/],
      [{ ...filled, existingSecret: "both" }, /existingSecret|oneOf/],
      [{ ...filled, shutdownDelay: 1 }, /\/shutdownDelay/]
    ]
    for (const [values, place] of refused) expect(() => rendered(values), JSON.stringify(values)).toThrow(place)
  })
})
