import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashFiles, ROOT } from './hash-files.ts'

const DRAWN = join(ROOT, '.build/screenshots-demo')
/** The hash of the sources of the data. Written last: without this file, the data is drawn again. */
const DRAWN_FROM = join(ROOT, '.build/screenshots-demo.txt')

/**
 * A copy of the demo's data, which the pictures may change, and which is deleted at the end. It is drawn when the sources of the demo have
 * changed, which takes minutes, or read from the folder `DEMO_DATA`.
 */
export async function openDemoData() {
  const source = process.env.DEMO_DATA || (await drawnData())
  const folder = await mkdtemp(join(tmpdir(), 'kanat-screenshots-'))
  await cp(source, folder, { recursive: true, filter: (path) => !path.includes('.lock') })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

async function drawnData(): Promise<string> {
  const hash = hashFiles(['tools/demo'])
  if (existsSync(DRAWN_FROM) && readFileSync(DRAWN_FROM, 'utf8') === hash) return DRAWN
  await rm(DRAWN_FROM, { force: true })
  await rm(DRAWN, { recursive: true, force: true })
  await mkdir(DRAWN, { recursive: true })
  console.log('Drawing the data of the demo …')
  const filling = fork(join(ROOT, 'tools/demo/fill/fill-process.ts'), [DRAWN])
  const [code] = await once(filling, 'exit')
  if (code !== 0) throw new Error('The data of the demo could not be drawn.')
  writeFileSync(DRAWN_FROM, hash)
  return DRAWN
}
