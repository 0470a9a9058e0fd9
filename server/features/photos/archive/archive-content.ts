import { crc32 } from 'node:zlib'
import pLimit from 'p-limit'
import type { Photo } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import type { Services } from '#server/core/env.ts'
import type { ZipContent } from '#server/core/media/zip.ts'
import type { ZipFile } from '#server/core/media/zip-directory.ts'
import { fileNameFor, zipNames } from '#server/core/media/zip-names.ts'
import { ApiError, refuseIfGone } from '#server/infrastructure/errors.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { ARCHIVE_WORDS, photoTable } from './photo-table.ts'

const TABLE_NAME = 'photos.csv'

/** Concurrent file lookups. */
const LOOKUPS = 16
/** Concurrent hashing of files over all archives, so that other requests wait for at most two file chunks. */
const hashing = pLimit(2)

/** A file of the ZIP: the table, or a photo. */
export type ArchiveFile = ZipFile & ({ table: Uint8Array } | { photo: Photo })

/** The files of the ZIP: the table, then the photos in order. */
export async function archiveFiles(
  turbineName: string,
  photos: readonly Photo[],
  language: Language,
): Promise<ArchiveFile[]> {
  const names = await zipNames(
    photos.map(({ originalName }) => originalName),
    [TABLE_NAME],
  )
  const table = Buffer.from(await photoTable(language, turbineName, photos, names))
  return [
    { name: TABLE_NAME, size: table.length, modifiedAt: new Date(newestDate(photos)), table },
    ...photos.map((photo, index) => ({
      name: names[index] as string,
      size: photo.size,
      modifiedAt: new Date(photo.upload_date),
      photo,
    })),
  ]
}

/** The name of the ZIP, such as `Karaburun 4 fotoğrafları.zip`. */
export function archiveName(turbineName: string, language: Language): string {
  const name = ARCHIVE_WORDS[language].file.replace('{turbine}', () => turbineName)
  return fileNameFor(`${name}.zip`)
}

/**
 * Checks that every photo's file exists. Its content is checked during the download. Stops after a failure, or when the client has gone.
 *
 * @throws ApiError `photo_not_found` with the name of the first photo whose file is missing or has a wrong size
 */
export async function checkFiles(
  { store, log }: Pick<Services, 'store' | 'log'>,
  photos: readonly Photo[],
  signal: AbortSignal,
): Promise<void> {
  const sizes = new Map<Photo, number | undefined>()
  const lookUp = async (photo: Photo) => {
    refuseIfGone(signal)
    sizes.set(photo, await store.size(originalOf(photo.key)))
  }
  await forEachAtOnce(photos, lookUp, LOOKUPS)
  const damaged = photos.find((photo) => sizes.get(photo) !== photo.size)
  if (!damaged) return
  log.error({ photo: damaged.id, key: damaged.key }, 'the file of a photo is missing or has a wrong size')
  throw new ApiError('photo_not_found', {
    reason: { code: 'damaged_file', values: { name: damaged.originalName } },
  })
}

/**
 * The content of a file of the ZIP. The original is read twice: for its checksums, then for the ZIP. The header needs the CRC-32 first, and
 * a file whose SHA-256 has changed since its upload is not sent.
 *
 * @param signal aborts when the client has gone
 * @throws Error if the original is missing, unreadable or changed
 */
export async function openFile(
  store: Services['store'],
  file: ArchiveFile,
  signal: AbortSignal,
): Promise<ZipContent> {
  if ('table' in file) return { crc32: crc32(file.table), bytes: [file.table] }
  const { photo } = file
  const original = originalOf(photo.key)
  let sum = 0
  const found = await hashing(() => {
    refuseIfGone(signal)
    return store.hash(original, async (piece) => {
      refuseIfGone(signal)
      sum = crc32(piece, sum)
    })
  })
  if (typeof found === 'string') throw new Error(`The file of photo ${photo.id} is ${found}.`)
  if (found.sha256 !== photo.sha256) throw new Error(`The file of photo ${photo.id} has changed.`)
  return { crc32: sum, bytes: readFrom(store, photo) }
}

/** Opens the file lazily. */
async function* readFrom(store: Services['store'], photo: Photo): AsyncGenerator<Uint8Array> {
  await using file = await store.open(originalOf(photo.key))
  if (!file) throw new Error(`The file of photo ${photo.id} is missing.`)
  // The stream of an empty file would have to end before it begins.
  if (photo.size > 0) yield* file.stream({ start: 0, end: photo.size - 1 })
}

function newestDate(photos: readonly Photo[]): string {
  return photos[0]?.upload_date ?? ''
}
