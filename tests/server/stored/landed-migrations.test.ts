import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../server/infrastructure/database/migrations')

/** The SHA-256 of each migration that has landed, in the form that `sha256sum` writes and checks. */
const landed = new Map(
  readFileSync(join(FOLDER, 'SHA256SUMS'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ').reverse() as [name: string, sha256: string]),
)

it('never changes a migration that has landed, because it does not run again where it has run', () => {
  const found = new Map(
    globSync('*/*.sql', { cwd: FOLDER }).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(FOLDER, name)))
        .digest('hex'),
    ]),
  )
  const faults = [...new Set([...landed.keys(), ...found.keys()])].flatMap((name) => {
    if (!landed.has(name)) {
      return `${name} is new. When it is ready, run \`sha256sum ${name} >> SHA256SUMS\` in server/infrastructure/database/migrations.`
    }
    if (landed.get(name) === found.get(name)) return []
    return `${name} has landed and never changes. Undo the change and write a new migration.`
  })
  expect(faults).toEqual([])
})
