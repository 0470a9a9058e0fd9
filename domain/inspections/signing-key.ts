import * as z from 'zod'

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
})
export type SigningKey = z.infer<typeof SigningKey>
