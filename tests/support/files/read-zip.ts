import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { openPromise } from 'yauzl'

interface ReadFile {
  name: string
  sha256: string
  size: number
  modifiedAt: Date
  /** 0 if it is stored without compression. */
  method: number
  /** Only of `photos.csv`. */
  text: string
}

/** Reads a ZIP with another program's code: every file by its place in the directory, and its content by its own header. */
export async function readZip(path: string): Promise<ReadFile[]> {
  const zip = await openPromise(path)
  const files: ReadFile[] = []
  for await (const entry of zip.eachEntry()) {
    const content: Buffer[] = []
    const hash = createHash('sha256')
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      hash.update(piece as Buffer)
      if (entry.fileName === 'photos.csv') content.push(piece as Buffer)
    }
    files.push({
      name: entry.fileName,
      sha256: hash.digest('hex'),
      size: entry.uncompressedSize,
      modifiedAt: entry.getLastModDate(),
      method: entry.compressionMethod,
      text: Buffer.concat(content).toString(),
    })
  }
  return files
}

const run = promisify(execFile)

/**
 * Lets `unzip` and Python check all headers and checksums.
 *
 * @returns the names of those that this machine has and that found no fault
 */
export async function checkByOtherPrograms(path: string): Promise<string[]> {
  const programs: [string, string[]][] = [
    ['unzip', ['-tqq', path]],
    ['python3', ['-m', 'zipfile', '-t', path]],
  ]
  const content: string[] = []
  for (const [program, args] of programs) {
    const isThere = await run(program, ['--version']).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    )
    if (!isThere) continue
    await run(program, args)
    content.push(program)
  }
  return content
}
