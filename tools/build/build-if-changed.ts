/** Builds `dist/`, unless it was already built from the same sources. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hashOfSources, isBuilt, recordBuild } from './build-sources.ts'

if (!isBuilt()) {
  const sources = hashOfSources()
  const { status } = spawnSync('astro', ['build'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  recordBuild(sources)
}
