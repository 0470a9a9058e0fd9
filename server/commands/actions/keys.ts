import { parseArgs } from 'node:util'
import type { SigningKey } from '#domain/inspections/signing-key.ts'
import { listSigningKeys, rotateKey } from '#server/features/signing-keys/signing-key-queries.ts'
import type { CommandCall } from './command-call.ts'
import { withInstallation } from './users/with-installation.ts'

const USAGE = `npm run keys -- list
Lists the public keys for the signatures of versions and dossiers.
npm run keys -- rotate
Replaces the signing key. Former public keys stay, so old signatures can be verified; the former private key is deleted.`

/** `npm run keys`: lists the signing keys, or rotates them. */
export async function manageKeys(call: CommandCall): Promise<number> {
  const [verb, ...rest] = readPositionals(call.args)
  if (rest.length > 0 || (verb !== 'list' && verb !== 'rotate')) throw new Error(USAGE)
  return withInstallation(call, async ({ db, change }) => {
    if (verb === 'rotate') {
      const { id } = await change(rotateKey)
      // Erases the deleted private key from the SQLite files, too.
      await db
        .eraseDeleted()
        .catch(() => call.warn('The server erases the former private key from its files later.\n'))
      call.print(`The key ${id} signs from now on.\n`)
      return 0
    }
    const keys = await listSigningKeys(db.read)
    call.print(
      keys.length === 0
        ? 'There is no key yet: the first publication creates it.\n'
        : keys.map(lineOf).join(''),
    )
    return 0
  })
}

function readPositionals(args: string[]): string[] {
  try {
    return parseArgs({ args, allowPositionals: true, options: {} }).positionals
  } catch {
    throw new Error(USAGE)
  }
}

function lineOf({ id, public_key, from, until }: SigningKey): string {
  return `${id}  ${from}  ${until ?? 'signs now'}\n${public_key}`
}
