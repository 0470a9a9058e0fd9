import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The flags of an authenticator: user present, user verified, and attested credential data. */
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** An authenticator in software, with one passkey (ES256). @see https://www.w3.org/TR/webauthn-3/ */
export class Authenticator {
  readonly id = base64url(randomBytes(32))
  readonly #origin: string
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** The answer to the options of a new passkey. */
  register(challenge: string) {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ])
    const id = bytes(this.id)
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(cose)])
    const authData = new Uint8Array(
      Buffer.concat([this.#authenticatorData(PRESENT | VERIFIED | ATTESTED), attested]),
    )
    const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
      attestationObject: base64url(isoCBOR.encode(attestation)),
      transports: ['internal'],
    })
  }

  /** The answer to the options of a sign-in or a proof. */
  prove(challenge: string, { verified = true } = {}) {
    this.#counter += 1
    const clientData = this.#clientData('webauthn.get', challenge)
    const data = this.#authenticatorData(verified ? PRESENT | VERIFIED : PRESENT)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.#privateKey)),
    })
  }

  #answer<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #authenticatorData(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const site = createHash('sha256').update(new URL(this.#origin).hostname).digest()
    return Buffer.concat([site, Buffer.from([flags]), counter])
  }
}
