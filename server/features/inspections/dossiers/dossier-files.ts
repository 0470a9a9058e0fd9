import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import pLimit from 'p-limit'
import type { DossierPhotos } from '#domain/inspections/dossier.ts'
import type { SealedDocument, SealedPhoto } from '#server/features/inspections/releases/sealed-document.ts'
import { variantOf } from '#server/features/photos/photo-files.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { ApiError, refuseIfGone } from '#server/infrastructure/errors.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import {
  derivativeOf,
  type FileId,
  type FileStore,
  originalOf,
} from '#server/infrastructure/store/file-store.ts'
import { namesIn } from './dossier-names.ts'

/** The width of the derivatives in a dossier, in pixels. */
export const DOSSIER_WIDTH = 2560

/** Concurrent hashing of files over all dossiers, so that other requests wait for at most two file chunks. */
const hashing = pLimit(2)

/** A file named by the seal. */
export interface DossierFile {
  /** Its path in the ZIP. */
  name: string
  /** Bytes. */
  size: number
  sha256: string
  crc32: number
  modifiedAt: string
  source: FileId | 'document' | 'readme' | 'public_key' | 'chain'
}

/** A file of the store for a dossier, with its known facts. */
interface WantedFile {
  name: string
  file: FileId
  modifiedAt: string
  /** Its readable name. */
  shownName: string
  missing: 'photo_not_found' | 'report_not_found'
  /** Not stored for a derivative. */
  known: { size: number; sha256: string } | undefined
  /** Its approximate bytes, for the progress. */
  weight: number
}

/** The files of a version in the store. */
export interface WantedFiles {
  files: WantedFile[]
  /** The names of photos deleted after the publication. */
  deleted: string[]
}

/** Finds the generated reports of the version, and the photos of the sealed document. */
export async function listWantedFiles(
  db: Reader,
  { turbine, year, version, photos }: Pick<SealedDocument, 'turbine' | 'year' | 'version' | 'photos'>,
  kind: DossierPhotos,
): Promise<WantedFiles> {
  const reports = await db
    .selectFrom('report')
    .select(['key', 'original_filename', 'file_size_bytes', 'sha256', 'uploaded_at'])
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .where('language', 'is not', null)
    .where('is_draft', '=', 0)
    .where('inspection_version', '=', version)
    .orderBy('id')
    .execute()
  const reportNames = await namesIn(
    'reports/',
    reports.map((report) => report.original_filename),
  )
  const rows = await findRows(db, turbine.id, photos)
  const present = photos.filter(({ id, key }) => rows.get(id)?.key === key)
  const photoFiles = await mapInTurns(present, (photo) =>
    wantedPhoto(photo, rows.get(photo.id)?.width ?? null, kind),
  )
  const photoNames = await namesIn(
    'photos/',
    photoFiles.map(({ name }) => name),
  )
  const files = [
    ...reports.map((report, index) => ({
      name: reportNames[index] as string,
      file: originalOf(report.key),
      modifiedAt: report.uploaded_at,
      shownName: report.original_filename,
      missing: 'report_not_found' as const,
      known: { size: report.file_size_bytes, sha256: report.sha256 },
      weight: report.file_size_bytes,
    })),
    ...photoFiles.map((file, index) => ({ ...file, name: photoNames[index] as string })),
  ]
  const here = new Set(present)
  return { files, deleted: photos.filter((photo) => !here.has(photo)).map(({ name }) => name) }
}

/** The remaining photos of a document, by id. */
async function findRows(db: Reader, turbineId: number, photos: readonly SealedPhoto[]) {
  const rows = await readInGroups(
    photos.map(({ id }) => id),
    (group) =>
      db
        .selectFrom('photo')
        .select(['id', 'key', 'width'])
        .where('turbine_id', '=', turbineId)
        .where('id', 'in', idList(db, group))
        .execute(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** @param width null for a file without derivatives, such as a point cloud: its original is in every dossier */
function wantedPhoto(photo: SealedPhoto, width: number | null, kind: DossierPhotos): WantedFile {
  const { key, name, size, sha256, uploaded_at } = photo
  const common = { modifiedAt: uploaded_at, shownName: name, missing: 'photo_not_found' as const }
  if (kind === 'originals' || width === null)
    return { ...common, name, file: originalOf(key), known: { size, sha256 }, weight: size }
  const file = derivativeOf(key, variantOf(DOSSIER_WIDTH))
  return { ...common, name: `${name.replace(/\.[^.]*$/, '')}.jpg`, file, known: undefined, weight: size / 8 }
}

/**
 * Reads the file and compares it with its stored facts.
 *
 * @throws ApiError with the code of its kind and its name as reason, if the file is missing, unreadable or different
 */
export async function checkFile(
  store: FileStore,
  { name, file, modifiedAt, shownName, missing, known }: WantedFile,
  signal: AbortSignal,
): Promise<DossierFile> {
  let sum = 0
  const found = await hashing(() => {
    refuseIfGone(signal)
    return store.hash(file, async (piece) => {
      refuseIfGone(signal)
      sum = crc32(piece, sum)
    })
  })
  const isSame =
    typeof found !== 'string' &&
    (known ? found.size === known.size && found.sha256 === known.sha256 : found.size > 0)
  if (!isSame)
    throw new ApiError(missing, { reason: { code: 'damaged_dossier_file', values: { name: shownName } } })
  return { name, size: found.size, sha256: found.sha256, crc32: sum, modifiedAt, source: file }
}

/** A file of the dossier outside the store. */
export function textFile(
  name: string,
  text: string | Buffer,
  modifiedAt: string,
  source: DossierFile['source'],
): DossierFile {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, size: bytes.length, sha256, crc32: crc32(bytes), modifiedAt, source }
}
