import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/

/** Moves the style that Astro writes next to the first island of a page into the head, because HTML allows it only there. */
export function islandStyleInHead(): AstroIntegration {
  return {
    name: 'island-style-in-head',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        for await (const name of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const file = new URL(name, dir)
          const html = await readFile(file, 'utf8')
          const [style] = html.match(ISLAND_STYLE) ?? []
          if (style) await writeFile(file, html.replace(style, '').replace('</head>', `${style}</head>`))
        }
      },
    },
  }
}
