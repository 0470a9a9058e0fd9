import * as z from 'zod'

/** A key with which an installation has signed versions and dossiers, as the API answers it: only its public half. */
export const SigningKey = z.object({
  /** The SHA-256 of the public key (DER), in hexadecimal digits. */
  id: z.string(),
  /** Ed25519, as PEM. */
  public_key: z.string(),
  /** From when on it has signed. */
  from: z.iso.datetime(),
  /** Until when; null of the key that signs now. */
  until: z.iso.datetime().nullable(),
})
export type SigningKey = z.infer<typeof SigningKey>
