import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** The attribute `uid` of an island is a hash of the path of the project's folder. Nothing reads it. */
const UID = /(<astro-island\b[^>]*?) uid="[^"]*"/g

/** Removes from the pages what depends on the folder of the build, so that the same sources give the same bytes anywhere. */
export function reproducibleIslands(): AstroIntegration {
  return {
    name: 'reproducible-islands',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for await (const name of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const file = new URL(name, dir)
          const html = await readFile(file, 'utf8')
          const stripped = html.replace(UID, '$1')
          if (stripped !== html) await writeFile(file, stripped)
        }
      },
    },
  }
}
