import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import pLimit from 'p-limit'

const COMPRESSED_FILES = '**/*.{html,css,js,mjs,json,svg,txt,xml,webmanifest,wasm}'
/** The best compression of a WebAssembly program of 4 MB takes half a minute, and makes it a seventh smaller than this one, which takes a second. */
const PROGRAM_QUALITY = 5
/** Compression does not make smaller files smaller. */
const WORTHWHILE_BYTES = 1024
/** Node compresses in four threads. */
const FILES_AT_ONCE = 4

/** Writes a `.br` and a `.gz` file for every file of the build that becomes smaller, so that the server does not compress at run time. */
export function precompress(): AstroIntegration {
  return {
    name: 'precompress',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await pLimit(FILES_AT_ONCE).map(
          globSync(COMPRESSED_FILES, { cwd: fileURLToPath(dir) }),
          async (name) => {
            const file = new URL(name, dir)
            const bytes = await readFile(file)
            if (bytes.length >= WORTHWHILE_BYTES) await writeCompressed(fileURLToPath(file), bytes)
          },
        )
      },
    },
  }
}

async function writeCompressed(file: string, bytes: Buffer) {
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: file.endsWith('.wasm')
          ? PROGRAM_QUALITY
          : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
