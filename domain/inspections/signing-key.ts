import * as z from 'zod'
import { rawText } from '#domain/text/text.ts'

/** A signing key of an installation for versions and dossiers, as the API answers it: only its public half. */
export const SigningKey = z.object({
  /** The SHA-256 of the public key (DER), in hexadecimal digits. */
  id: z.string(),
  /** Ed25519, as PEM. */
  public_key: z.string(),
  /** The start of its use. */
  from: z.iso.datetime(),
  /** The end of its use; null for the current key. */
  until: z.iso.datetime().nullable(),
  /** From then on its signatures are no proof, because another person may have the key; null for a trusted key. */
  revoked_from: z.iso.datetime().nullable(),
})
export type SigningKey = z.infer<typeof SigningKey>

const SHA256 = /^[0-9a-f]{64}$/
const Sha256 = z.string().regex(SHA256)

/** An entry of the public register of sealed versions. It names no company, turbine or person. */
export const Seal = z.object({
  /** 1, 2, 3 … over the whole installation. */
  number: z.int().positive(),
  /** That of the version's canonical document. */
  sha256: Sha256,
  /** The SHA-256 of the entry before, as canonical JSON (RFC 8785); null for the first. */
  previous: Sha256.nullable(),
  /** The time of sealing; that of the publication for versions older than the register. */
  at: z.iso.datetime(),
})
export type Seal = z.infer<typeof Seal>

/** The query of `GET /seals`. */
export const SealFilter = z.strictObject({
  /** The number before the wanted entries. */
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  sha256: rawText(64).regex(SHA256).optional(),
})
export type SealFilter = z.infer<typeof SealFilter>
