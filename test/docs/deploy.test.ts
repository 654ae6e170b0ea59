import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { expectInsideKept } from "../support/ingressPaths.ts"

const root = path.resolve(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(path.join(root, file), "utf8")
const documented = new Set(Array.from(read("docs/configuration.md").matchAll(/^\| `(\w+)` \|/gm), ([, name]) => name))
/** Seconds that a stop may take after SHUTDOWN_DELAY: docs/production.md. */
const STOP = 30

const settings = new Map(
  Array.from(read("deploy/stowage.env.example").matchAll(/^#?(\w+)=(.*)$/gm), ([, name = "", value = ""]) => [
    name,
    value
  ])
)
const grace = Number(settings.get("SHUTDOWN_DELAY")) + STOP

const yaml = (file: string): any => parse(read(file), { merge: true })

describe("the ways to run it", () => {
  it("every variable that they set is one that the service reads", () => {
    expect([...settings.keys()].filter((name) => !documented.has(name))).toEqual([])
    const image = Array.from(
      read("deploy/Dockerfile").matchAll(/^(?:ENV|\s+)\s*(\w+)="?[^"\n]*"?(?: \\)?$/gm),
      ([, name]) => name
    ).filter((name) => name !== "SOURCE_DATE_EPOCH")
    expect(image.length).toBe(4)
    expect(image.filter((name) => !documented.has(name ?? ""))).toEqual([])
    for (const unit of ["stowage", "stowage-migrate"]) {
      for (const [, name = ""] of read(`deploy/systemd/${unit}.service`).matchAll(/^Environment=(\w+)=/gm))
        expect(documented.has(name), name).toBe(true)
    }
  })

  it("an installation in production finds in the example what it cannot start without", () => {
    for (const name of [
      "STOWAGE_MODE",
      "DATABASE_URL",
      "PUBLIC_ORIGIN",
      "TRUSTED_PROXY_CIDRS",
      "UI_JWT_KEYS",
      "API_JWT_KEYS",
      "JWT_KEYS",
      "CREDENTIAL_KEYS",
      "RUNNER_HOST"
    ])
      expect(settings.has(name), name).toBe(true)
    for (const [name, value] of settings) if (/KEYS$|TOKEN$/.test(name)) expect(value, name).toBe("")
  })

  it("the image runs a release as nobody, with what is in the repository", () => {
    const image = read("deploy/Dockerfile")
    expect(
      /^USER (\d+):(\d+)$/m
        .exec(image)
        ?.slice(1)
        .every((id) => Number(id) > 0)
    ).toBe(true)
    expect(/ENTRYPOINT \["\/opt\/stowage\/(.*)"\]/.exec(image)?.[1]).toSatisfy((program: string) =>
      existsSync(path.join(root, program))
    )
    expect(/RUN node (\S+)/.exec(image)?.[1]).toSatisfy((program: string) => existsSync(path.join(root, program)))
    for (const name of ["**/node_modules", ".git", "data", "**/*.env"])
      expect(read(".dockerignore").split("\n")).toContain(name)
  })

  it("compose starts replicas that are told apart, may write nothing, and have the time to stop", () => {
    const { networks, services } = yaml("deploy/compose/compose.yaml")
    const replicas = Object.entries<any>(services).filter(
      ([, { environment }]) => environment?.RUNNER_HOST !== undefined
    )
    expect(replicas.map(([name, { environment }]) => [name, environment.RUNNER_HOST])).toEqual([
      ["one", "one"],
      ["two", "two"]
    ])
    for (const [, replica] of [...replicas, ["migrate", services.migrate] as const]) {
      expect(replica).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        user: "65532:65532",
        security_opt: ["no-new-privileges:true"]
      })
      expect(Number.parseInt(replica.stop_grace_period, 10)).toBeGreaterThan(grace)
      expect(existsSync(path.join(root, "deploy/compose", replica.build.context, replica.build.dockerfile))).toBe(true)
    }
    // compare with the image's own check, which some formats lose
    const asked = /HEALTHCHECK [^\n]*\n\s+CMD (\[.*\])/.exec(read("deploy/Dockerfile"))?.[1] ?? "null"
    for (const [name, { healthcheck }] of replicas)
      expect(
        healthcheck.test.map((word: string) => word.replaceAll("$$", "$")),
        name
      ).toEqual(["CMD", ...JSON.parse(asked)])
    for (const [name, { depends_on }] of replicas)
      expect(depends_on, name).toEqual({ migrate: { condition: "service_completed_successfully" } })
    const mounted: string = services.proxy.volumes[0]
    expect(existsSync(path.join(root, "deploy/compose", mounted.split(":")[0] ?? ""))).toBe(true)
    expect(services.proxy.environment.STOWAGE_REPLICAS).toBe(
      replicas.map(([name]) => `${name}:${settings.get("PORT")}`).join(" ")
    )
    expect(read("deploy/compose/compose.yaml")).toContain(
      `TRUSTED_PROXY_CIDRS: ${networks.inside.ipam.config[0].subnet}`
    )
  })

  it("Kubernetes runs each pod as nobody, under an address of its own, and gives it the time to stop", () => {
    const folder = "deploy/kubernetes"
    const { resources, replicas } = yaml(`${folder}/kustomization.yaml`)
    expect([...resources, "kustomization.yaml"].sort()).toEqual(readdirSync(path.join(root, folder)).sort())
    const objects: ReadonlyArray<any> = resources.flatMap((file: string) =>
      parseAllDocuments(read(`${folder}/${file}`), { merge: true }).map((one) => one.toJS())
    )
    const of = (kind: string) => objects.find((one) => one.kind === kind)
    const {
      spec: {
        strategy,
        template: { spec: pod }
      }
    } = of("Deployment")
    expect(replicas[0].count).toBeGreaterThan(1)
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(grace)
    const [service] = pod.containers
    for (const container of [...pod.initContainers, service]) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] }
      })
      expect(container.envFrom).toEqual([{ secretRef: { name: "stowage" } }])
    }
    expect(service.env).toContainEqual({ name: "RUNNER_HOST", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } })
    for (const { name } of service.env) expect(documented.has(name), name).toBe(true)
    expect(service.ports.map(({ containerPort }: { containerPort: number }) => String(containerPort))).toEqual([
      settings.get("PORT"),
      settings.get("RUNNER_PORT")
    ])
    expect([service.livenessProbe.httpGet.path, service.readinessProbe.httpGet.path]).toEqual(["/healthz", "/readyz"])
    expect(service.readinessProbe.periodSeconds * service.readinessProbe.failureThreshold).toBeLessThan(
      Number(settings.get("SHUTDOWN_DELAY"))
    )
    for (const { backend } of of("Ingress").spec.rules[0].http.paths)
      expect(backend.service.name).toBe(of("Service").metadata.name)
    expectInsideKept(objects)
    const [inside] = of("NetworkPolicy").spec.ingress
    expect(inside).toEqual({ from: [{ podSelector: {} }], ports: [{ port: "runner" }] })
  })

  it("systemd starts what a release has", () => {
    for (const [unit, command] of [
      ["stowage", "serve"],
      ["stowage-migrate", "migrate"]
    ]) {
      const text = read(`deploy/systemd/${unit}.service`)
      expect(/^ExecStart=\/opt\/stowage\/(\S+) (\w+)$/m.exec(text)?.slice(1)).toEqual(["bin/stowage", command])
      expect(text).toMatch(/^DynamicUser=yes$/m)
      expect(text).toMatch(/^ProtectSystem=strict$/m)
    }
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read("deploy/systemd/stowage.service"))?.[1])).toBeGreaterThan(grace)
  })

  it("proxies wait for the service longer than it is silent, and keep connections shorter than it does", () => {
    const server = read("http/Server.ts")
    const kept = Number(/keepAliveTimeout: (\d+)_000/.exec(server)?.[1])
    const silent = Number(/HEARTBEAT_SECONDS = (\d+)/.exec(read("http/middleware/EventReaders.ts"))?.[1])
    const nginx = read("deploy/proxy/nginx.conf")
    expect(Number(/proxy_read_timeout (\d+)s/.exec(nginx)?.[1])).toBeGreaterThan(2 * silent)
    expect(Number(/keepalive_timeout (\d+)s/.exec(nginx)?.[1])).toBeLessThan(kept)
    expect(Number(/keepalive (\d+)s/.exec(read("deploy/proxy/Caddyfile"))?.[1])).toBeLessThan(kept)
  })
})
