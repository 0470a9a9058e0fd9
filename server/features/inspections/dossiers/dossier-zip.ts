import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type ZipContent, zipLength, zipOf } from '#server/core/media/zip.ts'
import type { ZipFile } from '#server/core/media/zip-directory.ts'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import type { FileId, FileStore } from '#server/infrastructure/store/file-store.ts'
import type { DossierChain } from './dossier-chain.ts'
import type { DossierFile } from './dossier-files.ts'

/** Bytes of an Ed25519 signature. */
const SIGNATURE_BYTES = 64

/** The parts of a sealed dossier's ZIP, besides the files of the store. */
export interface DossierContent {
  files: readonly DossierFile[]
  document: string
  readme: string
  chain: DossierChain
  publicKey: string
  /** Base64. */
  signature: string
}

/** The text of `SHA256SUMS`, in the format of `sha256sum`. */
export function sumsOf(files: readonly DossierFile[]): string {
  return files.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')
}

/** The length of the ZIP, in bytes. */
export function dossierLength(files: readonly DossierFile[]): Promise<number> {
  return zipLength(zipFilesOf(files, sumsOf(files).length, SIGNATURE_BYTES).map(({ zip }) => zip))
}

/**
 * The bytes of the ZIP. The files are streamed from the store one after the other, and hashed on the way.
 *
 * @param signal aborts when the client has gone
 * @throws Error at the end of a file that differs from the sealed one, which truncates the ZIP
 */
export function dossierZip(
  store: FileStore,
  content: DossierContent,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, undefined> {
  const sums = Buffer.from(sumsOf(content.files))
  const signature = Buffer.from(content.signature, 'base64')
  const texts = { document: content.document, readme: content.readme, public_key: content.publicKey }
  const textOf = (from: Exclude<DossierFile['source'], FileId>, name: string) =>
    from === 'chain' ? Buffer.from(content.chain[name] ?? '', 'base64') : Buffer.from(texts[from])
  const entries = zipFilesOf(content.files, sums.length, signature.length)
  const sources = new Map(entries.map(({ zip, source }) => [zip, source]))
  return zipOf(
    entries.map(({ zip }) => zip),
    async (zip): Promise<ZipContent> => {
      refuseIfGone(signal)
      const source = sources.get(zip)
      if (source === 'sums') return asContent(sums)
      if (source === 'signature') return asContent(signature)
      if (source === undefined) throw new Error(`${zip.name} has no source.`)
      const { source: from } = source
      const bytes =
        typeof from === 'string' ? [textOf(from, source.name)] : readFrom(store, from, source.size)
      return { crc32: source.crc32, bytes: checked(bytes, source) }
    },
  )
}

/** The files of the ZIP in order: the sealed document, the seal, then reports and photos. */
function zipFilesOf(files: readonly DossierFile[], sumsSize: number, signatureSize: number) {
  const own = files.filter(({ source }) => typeof source === 'string')
  const stored = files.filter(({ source }) => typeof source !== 'string')
  const modifiedAt = new Date(own.at(-1)?.modifiedAt ?? 0)
  const asZipFile = (source: DossierFile) => ({
    zip: { name: source.name, size: source.size, modifiedAt: new Date(source.modifiedAt) } as ZipFile,
    source: source as DossierFile | 'sums' | 'signature',
  })
  return [
    ...own.map(asZipFile),
    { zip: { name: 'SHA256SUMS', size: sumsSize, modifiedAt }, source: 'sums' as const },
    { zip: { name: 'SHA256SUMS.sig', size: signatureSize, modifiedAt }, source: 'signature' as const },
    ...stored.map(asZipFile),
  ]
}

function asContent(bytes: Buffer): ZipContent {
  return { crc32: crc32(bytes), bytes: [bytes] }
}

/** @throws Error after the last piece if the bytes are not the sealed ones */
async function* checked(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { name, sha256 }: DossierFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
  if (hash.digest('hex') !== sha256) throw new Error(`${name} has changed since the dossier was prepared.`)
}

/** Opens the file lazily. */
async function* readFrom(store: FileStore, id: FileId, size: number): AsyncGenerator<Uint8Array> {
  await using file = await store.open(id)
  if (!file) throw new Error(`The file ${id.name} is missing.`)
  // The stream of an empty file would have to end before it begins.
  if (size > 0) yield* file.stream({ start: 0, end: size - 1 })
}
