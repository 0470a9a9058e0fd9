import { glob, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { contentHash } from './before-paint/content-hash.ts'
import { firstScripts } from './imported-scripts.ts'

const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/
/** The attribute `uid` of an island is a hash of the path of the project's folder. Nothing reads it. */
const UID = /(<astro-island\b[^>]*?) uid="[^"]*"/g
const POLICY = /(?<=<meta http-equiv="content-security-policy" content=")[^"]*/
const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g

/** Corrects what Astro writes for islands and into the policy of the built pages, and preloads their scripts. */
export function correctPages(): AstroIntegration {
  return {
    name: 'correct-pages',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const scripts = fileURLToPath(new URL('_astro', dir))
        for await (const name of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const file = new URL(name, dir)
          const html = await readFile(file, 'utf8')
          const corrected = narrowPolicy(preloadScripts(removeFolder(moveStyle(html)), scripts))
          if (corrected !== html) await writeFile(file, corrected)
        }
      },
    },
  }
}

/** Moves the style that Astro writes next to the first island of a page into the head, because HTML allows it only there. */
function moveStyle(html: string): string {
  const [style] = html.match(ISLAND_STYLE) ?? []
  return style === undefined ? html : html.replace(style, '').replace('</head>', () => `${style}</head>`)
}

/** Lets the browser load the scripts of the panel together. It would otherwise find each of them in the one before. */
function preloadScripts(html: string, folder: string): string {
  const links = firstScripts(html, folder).map((name) => `<link rel="modulepreload" href="/_astro/${name}">`)
  return html.replace('</head>', () => `${links.join('')}</head>`)
}

/** Removes the hashes of other pages from the policy of a page. Astro gives every page those of all its scripts and styles. */
function narrowPolicy(html: string): string {
  const own = new Set<string>([...html.matchAll(INLINE)].map(([, , content = '']) => contentHash(content)))
  return html.replace(POLICY, (policy) =>
    policy.replace(/ '(sha256-[^']+)'/g, (source, hash) => (own.has(hash) ? source : '')),
  )
}

/** Removes what depends on the folder of the build, so that the same sources give the same bytes anywhere. */
function removeFolder(html: string): string {
  return html.replace(UID, '$1')
}
