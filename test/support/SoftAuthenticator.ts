import { isoCBOR } from "@simplewebauthn/server/helpers"
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions
} from "#domain/identity/WebAuthn.ts"

export interface Bent {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly userVerified?: boolean
  readonly counter?: number
  readonly crossOrigin?: boolean
  readonly type?: string
  readonly topOrigin?: string
  readonly userHandle?: string | null
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

export class SoftAuthenticator {
  readonly #origin: string
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" })
  readonly id = randomBytes(16)
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  #clientData(type: string, challenge: string, bent: Bent) {
    return Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin: bent.origin ?? this.#origin,
        crossOrigin: bent.crossOrigin ?? false,
        ...(bent.topOrigin === undefined ? {} : { topOrigin: bent.topOrigin })
      })
    )
  }

  #authenticatorData(rpId: string, attested: Uint8Array | null, bent: Bent) {
    const flags = 0x01 | (bent.userVerified === false ? 0 : 0x04) | (attested === null ? 0 : 0x40)
    this.#counter = bent.counter ?? this.#counter + 1
    return Buffer.concat([
      sha256(bent.rpId ?? rpId),
      Buffer.from([flags]),
      uint32(this.#counter),
      ...(attested === null ? [] : [attested])
    ])
  }

  create(options: PasskeyCreationOptions, bent: Bent = {}): PasskeyAttestation {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" })
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))]
      ])
    )
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose])
    const authData = this.#authenticatorData(options.rp.id, attested, bent)
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ["fmt", "none"],
        ["attStmt", new Map<string, string>()],
        ["authData", new Uint8Array(authData)]
      ])
    )
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(this.#clientData("webauthn.create", options.challenge, bent)),
        attestationObject: text(attestation),
        transports: ["internal"]
      }
    }
  }

  get(options: PasskeyRequestOptions, bent: Bent = {}): PasskeyAssertion {
    const clientData = this.#clientData("webauthn.get", options.challenge, bent)
    const authData = this.#authenticatorData(options.rpId, null, bent)
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey)
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
        ...(bent.userHandle === undefined ? {} : { userHandle: bent.userHandle })
      }
    }
  }

  credential({ rp, user }: PasskeyCreationOptions) {
    return {
      credentialId: this.id.toString("base64"),
      isResidentCredential: true,
      rpId: rp.id,
      userHandle: Buffer.from(user.id, "base64url").toString("base64"),
      privateKey: this.#keys.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
      signCount: this.#counter,
      userName: user.name,
      userDisplayName: user.displayName
    }
  }
}
