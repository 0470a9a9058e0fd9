import type { Context } from 'hono'
import { type Photo, PhotoFields } from '#domain/photo.ts'
import { isFileName, type Rejection, type RejectionCode } from '#domain/upload.ts'
import { noteDeed } from '#server/audit/audit-log.ts'
import type { Env } from '#server/env.ts'
import { ApiError, sentence } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import { type Intake, storedName, writeDurably } from '#server/store/file-store.ts'
import { maxBodySize, type ReceivedFile, receiveFiles } from '#server/store/receive-files.ts'
import { issuesOf } from '#server/validate.ts'
import type { DecodedImage } from './derivatives.ts'
import { type PhotoContent, sniffPhoto } from './photo-content.ts'
import { removePhotoFiles } from './photo-files.ts'
import { hasPhotoNamed, insertPhoto, type NewPhoto } from './photo-queries.ts'

/** A photo that is whole, known to be good and waits in the intake with its derivatives. */
interface StagedPhoto {
  file: ReceivedFile
  content: PhotoContent
  image: Omit<DecodedImage, 'derivatives'> | undefined
  derivatives: { variant: string; path: string }[]
}

interface Refused {
  name: string
  code: RejectionCode
}
type Outcome = { staged: StagedPhoto } | { refused: Refused }

/**
 * Takes the photos of a multipart request into the turbine of the context: all that are good, or, where the request
 * itself fails or breaks off, none. Files that are skipped are listed with their reason.
 *
 * @throws ApiError with the code of the first rejection and the whole list when no file is kept; `validation_failed`,
 *   `too_large`, `storage_full`, `turbine_not_found` for the request as a whole.
 */
export async function receivePhotos(c: Context<Env>): Promise<{ photos: Photo[]; rejected: Rejection[] }> {
  const { services, turbine } = c.var
  await refuseWhatCannotEndWell(c)
  await using intake = await services.store.openIntake()
  const { fields, outcomes } = await receiveAndStage(c, intake)

  const parsed = PhotoFields.safeParse(fields)
  if (!parsed.success) throw new ApiError('validation_failed', { issues: issuesOf(parsed.error, fields) })

  const refused = outcomes.flatMap((outcome) => ('refused' in outcome ? outcome.refused : []))
  const staged = outcomes.flatMap((outcome) => ('staged' in outcome ? outcome.staged : []))
  const photos = await keepPhotos(c, staged, rowsOf(c, staged, parsed.data))
  const kept = new Set(photos.map((photo) => photo.originalName))
  for (const { file } of staged) {
    if (!kept.has(file.name)) refused.push({ name: file.name, code: 'photo_name_taken' })
  }

  const rejected = refused.map(({ name, code }) => ({ name, error: code, message: sentence(c, code) }))
  if (photos.length === 0) throw refusalOf(refused[0]?.code, rejected)
  c.var.log.info({ turbine: turbine.id, kept: photos.length, rejected: rejected.length }, 'photos uploaded')
  return { photos, rejected }
}

async function refuseWhatCannotEndWell(c: Context<Env>): Promise<void> {
  const { stopping, config, store } = c.var.services
  if (stopping) throw new ApiError('shutting_down', { headers: { Connection: 'close', 'Retry-After': '5' } })
  const length = Number(c.req.header('Content-Length') ?? 0)
  if (length > maxBodySize(config)) throw new ApiError('too_large')
  if ((await store.freeBytes()) < config.minFreeBytes + length) throw new ApiError('storage_full')
}

/** Receives the body; each file is looked into while the next one still comes in. */
async function receiveAndStage(c: Context<Env>, intake: Intake) {
  const { services, turbine } = c.var
  const names = new Set<string>()
  const work: Promise<Outcome>[] = []
  const outcome = (value: Promise<Outcome> | Outcome) => {
    const promise = Promise.resolve(value)
    promise.catch(() => {}) // Awaited below; until then nobody listens.
    work.push(promise)
  }
  const nameTrouble = async (name: string): Promise<RejectionCode | undefined> => {
    if (!isFileName(name)) return 'invalid_name'
    const isTaken = names.has(name) || (await hasPhotoNamed(services.db.read, turbine.id, name))
    return isTaken ? 'photo_name_taken' : undefined
  }

  try {
    const fields = await receiveFiles(c, intake, services.config, {
      field: 'photos',
      async wants(name) {
        const code = await nameTrouble(name)
        if (code) outcome({ refused: { name, code } })
        else names.add(name)
        return code === undefined
      },
      received: (file) => outcome(stagePhoto(services, intake, file)),
      tooLarge: (name) => outcome({ refused: { name, code: 'too_large' } }),
    })
    return { fields, outcomes: await Promise.all(work) }
  } catch (error) {
    await Promise.allSettled(work)
    throw error
  }
}

async function stagePhoto(services: Services, intake: Intake, file: ReceivedFile): Promise<Outcome> {
  const content = await sniffPhoto(file.path)
  if (!content) return { refused: { name: file.name, code: 'unsupported_file' } }
  if (content.kind === 'pointcloud') return { staged: { file, content, image: undefined, derivatives: [] } }
  try {
    const { derivatives, ...image } = await services.images.decode(file.path)
    const written = await Promise.all(
      derivatives.map(async ({ variant, bytes }) => {
        const path = intake.newPath()
        await writeDurably(path, bytes)
        return { variant, path }
      }),
    )
    return { staged: { file, content, image, derivatives: written } }
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'unsupported_file' || error.code === 'too_large')) {
      return { refused: { name: file.name, code: error.code } }
    }
    throw error
  }
}

function rowsOf(c: Context<Env>, staged: StagedPhoto[], fields: PhotoFields): NewPhoto[] {
  const { turbine, viewer } = c.var
  const now = new Date()
  const year = fields.year ?? now.getFullYear()
  return staged.map(({ file, content, image }) => ({
    turbine_id: turbine.id,
    key: `turbines/${turbine.id}/photos/${storedName(file.name, now)}`,
    original_name: file.name,
    category: fields.category,
    room: fields.room ?? null,
    blade: fields.blade ?? null,
    year,
    // A camera with its clock not set says something, too.
    month: image?.captured?.year === year ? image.captured.month : now.getMonth() + 1,
    media_type: content.mediaType,
    size: file.size,
    width: image?.width ?? null,
    height: image?.height ?? null,
    sha256: file.sha256,
    uploaded_at: now.toISOString(),
    uploader_id: viewer.id,
    uploader_name: `${viewer.first_name} ${viewer.last_name}`.trim(),
    uploader_email: viewer.email,
  }))
}

/** Files first, rows after: a crash between the two leaves files that nothing refers to, and the sweeper takes them. */
async function keepPhotos(c: Context<Env>, staged: StagedPhoto[], rows: NewPhoto[]): Promise<Photo[]> {
  const { store, db } = c.var.services
  const moves = staged.flatMap(({ file, derivatives }, index) => {
    const key = (rows[index] as NewPhoto).key
    return [
      { from: file.path, to: store.pathOf(key) },
      ...derivatives.map(({ variant, path }) => ({ from: path, to: store.derivativePathOf(key, variant) })),
    ]
  })
  await store.keep(moves)
  const inserted = new Set<string>()
  try {
    const photos = await db.write.transaction().execute(async (transaction) => {
      const photos: Photo[] = []
      for (const row of rows) {
        // The turbine may have been deleted while its photos were on their way.
        const photo = await insertPhoto(transaction, row)
        if (!photo) continue
        const record = { id: photo.key, name: photo.originalName }
        await noteDeed(transaction, c, { action: 'photo.add', record })
        photos.push(photo)
      }
      return photos
    })
    for (const photo of photos) inserted.add(photo.key)
    return photos
  } finally {
    await removePhotoFiles(
      store,
      rows.map(({ key }) => key).filter((key) => !inserted.has(key)),
    )
  }
}

function refusalOf(code: RejectionCode | undefined, rejected: Rejection[]): ApiError {
  const details = { rejected }
  return code === undefined || code === 'invalid_name'
    ? new ApiError('validation_failed', { details, issues: [{ path: 'photos', code: 'invalid_name' }] })
    : new ApiError(code, { details })
}
