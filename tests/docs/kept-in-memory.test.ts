import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesWithState, stateOf } from './kept-in-memory.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Files with state that is gone when one request, one file, one connection or one command is over, or that is filled when they are loaded. */
const SHORT_LIVED = [
  'infrastructure/clouds/octree/plan-octree.ts',
  'infrastructure/clouds/octree/survey-cloud.ts',
  'infrastructure/clouds/reading/laz-integers.ts',
  'infrastructure/clouds/reading/laz-points.ts',
  'infrastructure/clouds/reading/laz-spool.ts',
  'infrastructure/clouds/reading/lzf-stream.ts',
  'infrastructure/clouds/reading/pcd-ascii.ts',
  'infrastructure/database/postgres/postgres-dialects.ts',
  'infrastructure/database/sqlite/thread/thread-dialect.ts',
  'infrastructure/database/sqlite/writing-dialect.ts',
  'features/findings/files/coco-file-names.ts',
  'features/findings/files/packed-texts.ts',
  'infrastructure/images/worker-process.ts',
  'features/inspections/describe-report-thread.ts',
  'features/inspections/description/report-words.ts',
  'core/media/zip-directory.ts',
  'features/move/move-progress.ts',
  'infrastructure/pdf/tagged-pdf.ts',
  'infrastructure/pdf/text-layout.ts',
  'infrastructure/store/disk/disk-store.ts',
  'infrastructure/store/disk/store-copy.ts',
  'core/uploads/part-store.ts',
]

/** The files in the table of `docs/memory.md`. */
function filesOfTable(): string[] {
  const text = readFileSync(join(ROOT, 'docs/memory.md'), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  return rows.flatMap((row) => [...row.matchAll(/`([a-z/-]+\.ts)`/g)].map(([, file]) => file as string))
}

it('is in the table of docs/memory.md, with the reason why it is right with several servers', () => {
  const table = filesOfTable()
  const missing = filesWithState().filter((file) => !table.includes(file) && !SHORT_LIVED.includes(file))
  expect(missing).toEqual([])
  for (const file of [...table, ...SHORT_LIVED]) {
    expect([file, existsSync(join(ROOT, 'server', file))]).toEqual([file, true])
  }
})

it('is found in variables of a module and in fields of a class', () => {
  const text = `
    const LIMITS = new Map([['a', 1]])
    let last = 0
    const waiting = new Map<string, number>()
    const queue = pLimit(2)
    class Orders {
      readonly #name = 'orders'
      readonly #orders = new Map<string, number>()
      #count = 0
      add() { let local = 0; const found = []; return local }
    }`
  expect(stateOf(text)).toEqual(['last', 'waiting', 'queue', '#orders', '#count'])
})
