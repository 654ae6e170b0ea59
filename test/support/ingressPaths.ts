import { expect } from "vitest"

type Anything = any

const backendOf = (ingress: Anything, path: string): Anything => {
  const { paths } = ingress.spec.rules[0].http
  const matching = paths.filter(
    ({ path: prefix }: Anything) => prefix === "/" || path === prefix || path.startsWith(`${prefix}/`)
  )
  return matching.sort((one: Anything, two: Anything) => two.path.length - one.path.length)[0].backend.service
}

/** Expects internal paths to go to a Service port without a container, and other paths to the service. */
export const expectInsideKept = (objects: ReadonlyArray<Anything>): void => {
  const of = (kind: string) => objects.find((one) => one.kind === kind)
  const ingress = of("Ingress")
  for (const { pathType } of ingress.spec.rules[0].http.paths) expect(pathType).toBe("Prefix")
  const target = (path: string) => {
    const { name, port } = backendOf(ingress, path)
    expect(name).toBe(of("Service").metadata.name)
    return of("Service").spec.ports.find((one: Anything) => one.name === port.name).targetPort
  }
  const { ports } = of("Deployment").spec.template.spec.containers[0]
  for (const path of ["/metrics", "/metrics/", "/api/internal", "/api/internal/jobs"]) {
    expect(
      ports.flatMap(({ name, containerPort }: Anything) => [name, containerPort]),
      path
    ).not.toContain(target(path))
    // an immediate refusal instead of dropped packets
    const [, outside] = of("NetworkPolicy").spec.ingress
    expect(outside.ports).toContainEqual({ port: target(path) })
  }
  for (const path of ["/", "/metricsx", "/api/internals", "/api/auth/session", "/manager/buckets"])
    expect(target(path), path).toBe("http")
}
