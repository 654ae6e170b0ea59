import type { IdTokenAlgorithm } from "#domain/identity/federation/Federation.ts"
import { Effect } from "effect"
import type { JWK } from "jose"

const curves: Partial<Record<IdTokenAlgorithm, string>> = {
  ES256: "P-256",
  ES384: "P-384",
  ES512: "P-521",
  EdDSA: "Ed25519"
}

const couldSign = (key: JWK, algorithm: IdTokenAlgorithm): boolean => {
  if (key.kid === undefined || (key.use !== undefined && key.use !== "sig")) return false
  if (key.alg !== undefined && key.alg !== algorithm) return false
  const curve = curves[algorithm]
  return curve === undefined ? key.kty === "RSA" : key.crv === curve
}

export const usableKeys = (
  keys: ReadonlyArray<JWK>,
  advertised: ReadonlyArray<string> | undefined,
  allowed: ReadonlyArray<IdTokenAlgorithm>
): Effect.Effect<string, string> => {
  const names = allowed.join(", ")
  if (advertised !== undefined && !allowed.some((algorithm) => advertised.includes(algorithm))) {
    return Effect.fail(
      `The provider signs ID tokens with ${advertised.join(", ").slice(0, 200)}; allowed_algorithms has ${names}`
    )
  }
  const usable = keys.filter((key) => allowed.some((algorithm) => couldSign(key, algorithm)))
  return usable.length === 0
    ? Effect.fail(
        `None of the provider's ${keys.length} keys has a kid and serves ${names}: change allowed_algorithms, ` +
          "or the provider's keys"
      )
    : Effect.succeed(`Keys for ${names}: ${usable.length}`)
}
