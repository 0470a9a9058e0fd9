import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of the demo's data, which is deleted at the end. */
export async function openDemoData() {
  const folder = await mkdtemp(join(tmpdir(), 'kanat-screenshots-'))
  const source = process.env.DEMO_DATA
  if (!source) throw new Error('DEMO_DATA')
  await cp(source, folder, { recursive: true, filter: (path) => !path.includes('.lock') })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
