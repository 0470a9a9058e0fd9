import { mkdtempSync, rmSync } from 'node:fs'
import { chooseMutations } from './choose-mutations.ts'
import type { Coverage } from './coverage.ts'
import { copyTree, readSources } from './tree.ts'
import { tryMutation } from './try-mutation.ts'

const root = '/work/w/mutations'
const wanted = process.argv.slice(2).map((a) => a.split('='))
const chosen = chooseMutations(readSources(root), 200, 'kanat')
const folder = mkdtempSync('/tmp/kanat-prove-')
try {
  copyTree(root, folder)
  const none = { testsOf: () => new Set() } as unknown as Coverage
  for (const [id, files = ''] of wanted) {
    const m = chosen.find((one) => one.id === id)
    if (!m) {
      console.log(id, 'is not chosen')
      continue
    }
    const more = files.split(',').map((file) => ({ database: 'sqlite' as const, file, ms: 20_000 }))
    const t = await tryMutation(folder, { ...m, kind: 'bound' }, none, more)
    console.log(id, `${m.path}:${m.line}`, t.seconds, t.caughtBy ?? 'SURVIVES')
  }
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 })
}
