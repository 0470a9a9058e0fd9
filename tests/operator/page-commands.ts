import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Commands of a page: one block between fences that are marked as `sh`. */
export interface Block {
  page: string
  /** The heading above the block. */
  chapter: string
  commands: string
}

/** The pages with commands for operators, editors and authors of clients. */
export const PAGES = ['README.md', 'docs/api.md', 'docs/editors.md', 'docs/operations.md']

/** All blocks of a page, in their order. */
export function readBlocks(page: string): Block[] {
  const blocks: Block[] = []
  let chapter = ''
  let lines: string[] | undefined
  for (const line of readFileSync(join(ROOT, page), 'utf8').split('\n')) {
    if (lines === undefined) {
      if (line.startsWith('#')) chapter = line.replace(/^#+ /, '')
      if (/^\s*```sh$/.test(line)) lines = []
    } else if (/^\s*```$/.test(line)) {
      blocks.push({ page, chapter, commands: lines.join('\n') })
      lines = undefined
    } else lines.push(line)
  }
  return blocks
}
