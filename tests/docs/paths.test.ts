import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** A path of the project in a document, such as `server/core/env.ts`; not a pattern, an address or a key. */
const PATH = /`((?:content|deploy|docs|domain|panel|public|server|site|tests|tools)\/[\w./-]*)`/g

it.each(['CONTRIBUTING.md', 'README.md', ...globSync('docs/**/*.md')])(
  '%s names only paths that exist',
  (file) => {
    const paths = [...readFileSync(file, 'utf8').matchAll(PATH)].map(([, path]) => path ?? '')
    // `NAME` stands for any name.
    expect(paths.filter((path) => !path.includes('NAME') && !existsSync(path))).toEqual([])
  },
)
