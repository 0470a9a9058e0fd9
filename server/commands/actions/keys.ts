import { parseArgs } from 'node:util'
import * as z from 'zod'
import type { SigningKey } from '#domain/inspections/signing-key.ts'
import { listSigningKeys, revokeKey, rotateKey } from '#server/features/signing-keys/signing-key-queries.ts'
import type { CommandCall } from './command-call.ts'
import { withInstallation } from './users/with-installation.ts'

const Day = z.iso.date()

const USAGE = `npm run keys -- list
Lists the public keys for the signatures of versions and dossiers.
npm run keys -- rotate
Replaces the signing key. Former public keys stay, so old signatures can be verified; the former private key is deleted.
npm run keys -- revoke --from 2026-11-21 [--key ID]
Publishes that signatures of the current key, or of another one, are no proof from this day (UTC). The current key is rotated, too.`

/** `npm run keys`: lists the signing keys, rotates or revokes them. */
export async function manageKeys(call: CommandCall): Promise<number> {
  const { verb, revocation } = readArguments(call.args)
  return withInstallation(call, async ({ config, db, change }) => {
    const keys = await listSigningKeys(db.read)
    if (verb === 'list') {
      call.print(
        keys.length === 0
          ? 'There is no key yet: the first publication creates it.\n'
          : keys.map(lineOf).join(''),
      )
      return 0
    }
    const revoked = revocation && revokedKey(keys, revocation)
    if (revoked && revoked.until !== null) await change((transaction) => revokeKey(transaction, revoked))
    else {
      const { id } = await rotateKey(config.secretsDir, change, revoked)
      call.print(`The key ${id} signs from now on.\n`)
    }
    if (revoked)
      call.print(`The signatures of the key ${revoked.id} are no proof from ${revoked.revoked_from} on.\n`)
    return 0
  })
}

interface Arguments {
  verb: string
  revocation?: { from: string; key: string | undefined }
}

function readArguments(args: string[]): Arguments {
  try {
    const options = { from: { type: 'string' }, key: { type: 'string' } } as const
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
    const [verb, ...rest] = positionals
    if (rest.length > 0) throw new Error(USAGE)
    if (verb === 'revoke' && Day.safeParse(values.from).success)
      return { verb, revocation: { from: String(values.from), key: values.key } }
    if ((verb !== 'list' && verb !== 'rotate') || values.from || values.key) throw new Error(USAGE)
    return { verb }
  } catch {
    throw new Error(USAGE)
  }
}

/** @throws with a sentence if there is no such key */
function revokedKey(keys: readonly SigningKey[], { from, key }: { from: string; key: string | undefined }) {
  const found = keys.find(({ id, until }) => (key === undefined ? until === null : id === key))
  if (!found) throw new Error(`There is no key ${key ?? 'yet'}. See npm run keys -- list`)
  return { ...found, revoked_from: `${from}T00:00:00.000Z` }
}

function lineOf({ id, public_key, from, until, revoked_from }: SigningKey): string {
  const revoked = revoked_from === null ? '' : `  revoked from ${revoked_from} on`
  return `${id}  ${from}  ${until ?? 'signs now'}${revoked}\n${public_key}`
}
