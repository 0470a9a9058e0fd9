import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/support/test-app.ts'
import { isBuilt } from './build-sources.ts'
import { BUILD_TIME_MS, buildProject, copyProject, hashesOf } from './project-copy.ts'

const DIST = join(import.meta.dirname, '../../dist')
const NOBODY = 65534

it.skipIf(!isBuilt())(
  'the same sources give the same bytes in a folder with spaces and Turkish letters, as another user and in another time zone (skipped if dist/ is old)',
  async () => {
    const parent = await temporaryFolder()
    const folder = join(parent, 'Rüzgâr Çiftliği (ş, ğ & İ)')
    copyProject(folder)
    const isRoot = process.getuid?.() === 0
    if (isRoot) spawnSync('chown', ['-R', String(NOBODY), parent])
    await buildProject(folder, {
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
      env: { HOME: folder, TZ: 'America/Los_Angeles', LANG: 'tr_TR.UTF-8' },
    })
    expect(hashesOf(join(folder, 'dist'))).toEqual(hashesOf(DIST))
    await rm(parent, { recursive: true })
  },
  BUILD_TIME_MS,
)
