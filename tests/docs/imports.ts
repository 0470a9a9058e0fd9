import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '../..')
const TOPS = ['content', 'domain', 'panel', 'server', 'site']
/** The frontmatter and the scripts of an Astro component. */
const ASTRO_CODE = /^---\n([\s\S]*?)\n---|<script[^>]*>([\s\S]*?)<\/script>/g

/** The rooms of the server whose folders are drawn one by one. */
const ROOMS = ['server/features', 'server/core', 'server/infrastructure']

/** The folders that the drawing can name: `content`, `domain`, each folder in the other three, and each folder in a room of the server. */
export function listFolders(): string[] {
  return TOPS.flatMap((top) => (top === 'content' || top === 'domain' ? [top] : foldersIn(top))).flatMap(
    (folder) => (ROOMS.includes(folder) ? foldersIn(folder) : [folder]),
  )
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
}

/** Every import between two files of the product, types included, as paths from the root of the project. */
export function readImports(): { from: string; to: string }[] {
  return TOPS.flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|astro)$/.test(name))
      .flatMap((name) => importsOf(join(top, name))),
  )
}

function importsOf(file: string): { from: string; to: string }[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const code = file.endsWith('.astro')
    ? [...text.matchAll(ASTRO_CODE)].map(([, frontmatter, script]) => frontmatter ?? script).join('\n')
    : text
  return ts.preProcessFile(code, true, true).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('#')) return { from: file, to: fileName.slice(1) }
    return fileName.startsWith('.') ? { from: file, to: join(dirname(file), fileName) } : []
  })
}
