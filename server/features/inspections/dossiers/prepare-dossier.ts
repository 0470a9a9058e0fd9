import type { DossierPhotos } from '#domain/inspections/dossier.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { getCurrentKey, signWithCurrentKey } from '#server/features/signing-keys/signing-key-queries.ts'
import type { Config } from '#server/infrastructure/config.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError, refuseIfGone } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { type DossierChain, readChain } from './dossier-chain.ts'
import { checkFile, type DossierFile, listWantedFiles, textFile } from './dossier-files.ts'
import { dossierReadme } from './dossier-readme.ts'
import { dossierLength, sumsOf } from './dossier-zip.ts'

/** The stored version of a dossier. */
export interface SealedRow {
  id: number
  version: number
  sha256: string | null
  document: string | null
}

/** The result of reading all files. */
export interface CheckedDossier {
  document: Omit<SealedDocument, 'findings' | 'photos'>
  photos: DossierPhotos
  files: DossierFile[]
  /** The names of photos deleted after the publication. */
  deleted: string[]
}

/** A dossier ready to be assembled. */
export interface SealedDossier {
  files: DossierFile[]
  readme: string
  chain: DossierChain
  keyId: string
  publicKey: string
  /** Base64. */
  signature: string
  /** Bytes of the ZIP. */
  size: number
}

/** The callbacks while files are read, which takes minutes for many gigabytes. */
export interface Preparation {
  signal: AbortSignal
  /** Called after each file with the progress, from 0 to 1. @throws to end the preparation */
  onFile(progress: number): Promise<void>
}

/**
 * Reads every file of a version's dossier, one after the other, and compares it with the sealed or stored facts.
 *
 * @throws ApiError `photo_not_found`, `report_not_found` with the name of the missing or changed file; `version_not_found` if the version
 *   is not sealed yet; `store_unavailable`
 */
export async function checkDossier(
  { db, store }: Pick<CoreServices, 'db' | 'store'>,
  { version, sha256, document }: SealedRow,
  photos: DossierPhotos,
  { signal, onFile }: Preparation,
): Promise<CheckedDossier> {
  if (document === null || sha256 === null) throw new ApiError('version_not_found')
  // Yields between reading the text of 10,000 photos and parsing it.
  await yieldToEventLoop()
  const parsed = JSON.parse(document) as SealedDocument
  await yieldToEventLoop()
  const inspection = textFile('inspection.json', document, parsed.published_at, 'document')
  if (inspection.sha256 !== sha256)
    throw new Error(`The document of version ${version} has changed: its SHA-256 does not match.`)
  await yieldToEventLoop()
  const { files: wanted, deleted } = await listWantedFiles(db.read, parsed, photos)
  const all = wanted.reduce((sum, { weight }) => sum + weight, 0)
  const files = [inspection]
  let done = 0
  for (const file of wanted) {
    refuseIfGone(signal)
    files.push(await checkFile(store, file, signal))
    done += file.weight
    await onFile(all === 0 ? 1 : Math.min(1, done / all))
  }
  const { findings: _, photos: __, ...head } = parsed
  return { document: head, photos, files, deleted }
}

/** Adds the key-dependent parts, and signs, in one transaction: the README names the signing key. @throws ApiError `signing_key_unavailable` */
export async function sealDossier(
  db: Writer,
  { origin, secretsDir }: Pick<Config, 'origin' | 'secretsDir'>,
  { document, photos, files, deleted }: CheckedDossier,
): Promise<SealedDossier> {
  const { turbine, year, version, published_at: publishedAt } = document
  const key = await getCurrentKey(db, secretsDir)
  const facts = { turbine, year, version, publishedAt, photos, deleted, origin }
  const readme = dossierReadme({ ...facts, keyId: key.id })
  const now = new Date().toISOString()
  const chain = await readChain(db, turbine.id, year, version)
  const sealed = [
    ...files,
    ...Object.entries(chain).map(([name, text]) => textFile(name, Buffer.from(text, 'base64'), now, 'chain')),
    textFile('README.txt', readme, now, 'readme'),
    textFile('public-key.pem', key.public_key, now, 'public_key'),
  ]
  await yieldToEventLoop()
  const signature = await signWithCurrentKey(db, secretsDir, sumsOf(sealed))
  await yieldToEventLoop()
  return {
    files: sealed,
    readme,
    chain,
    keyId: key.id,
    publicKey: key.public_key,
    signature,
    size: await dossierLength(sealed),
  }
}
