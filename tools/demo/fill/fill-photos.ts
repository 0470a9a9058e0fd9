import pLimit from 'p-limit'
import { DEFAULT_TIME_ZONE, yearIn } from '#domain/time/today.ts'
import type { Services } from '#server/features/open-features.ts'
import { userOf } from '../accounts.ts'
import type { Api } from '../api.ts'
import { TURBINES } from '../demo-data.ts'
import { drawPhotos } from '../photo-drawing.ts'
import type { PhotoMark } from '../photo-marks.ts'
import { type PlannedPhoto, planPhotos } from '../plans/photo-plan.ts'
import { backdateEntry } from './fill-activity.ts'

/** A photo is in the portal this long after it was taken, in milliseconds. */
const UPLOADED_AFTER_MS = 26 * 60 * 60 * 1000

/** An upload mostly waits for the disk. The server itself limits how many photos are decoded at once. */
const UPLOADS_AT_ONCE = 8

/** A photo in the portal, and the damages in it. */
export interface UploadedPhoto {
  id: number
  marks: PhotoMark[]
}

/** Who watches the drawing. */
export interface Watcher {
  /** Called after each photo. */
  progress(done: number, all: number): void
  /** Called when every turbine of the first company has a photo. */
  firstCompanyShown(): void
}

/** Draws every photo and uploads it as an operator of its company. @returns the photos by their names */
export async function addPhotos(
  services: Services,
  api: Api,
  turbines: Map<string, number>,
  now: Date,
  watcher: Watcher,
): Promise<Map<string, UploadedPhoto>> {
  const plans = TURBINES.map((turbine, index) => planPhotos(turbine, index, now))
  const photos = plans.flat()
  const first = plans.flatMap((own, index) => (TURBINES[index]?.company_id === 1 ? newestFlat(own) : []))
  const missing = new Set(first.map(({ name }) => name))
  const uploads: Promise<void>[] = []
  const limit = pLimit(UPLOADS_AT_ONCE)
  const failed = Promise.withResolvers<never>()
  const uploaded = new Map<string, UploadedPhoto>()
  let done = 0
  const drawn = drawPhotos(photos, first, ({ photo, file, marks }) => {
    const upload = limit(async () => {
      const company = TURBINES.find(({ code }) => code === photo.turbine)?.company_id ?? 0
      const path = `/api/turbines/${turbines.get(photo.turbine)}/photos`
      const { data } = await api.post<{ data: { id: number }[] }>(
        userOf(company, 'operator').email,
        path,
        formOf(photo, file),
      )
      const id = data[0]?.id ?? 0
      await setBack(services, id, new Date(photo.taken.getTime() + UPLOADED_AFTER_MS))
      uploaded.set(photo.name, { id, marks })
      done += 1
      watcher.progress(done, photos.length)
      if (missing.delete(photo.name) && missing.size === 0) watcher.firstCompanyShown()
    })
    upload.catch(failed.reject)
    uploads.push(upload)
  })
  // A failure ends the demo at once, without waiting for the first company.
  await Promise.race([drawn, failed.promise])
  await Promise.all(uploads)
  return uploaded
}

/** The newest photo of a turbine that is no panorama, because drawing one of those takes long. */
function newestFlat(photos: readonly PlannedPhoto[]): PlannedPhoto[] {
  return photos
    .filter(({ motif }) => motif.camera !== 'panorama')
    .toSorted((a, b) => b.taken.getTime() - a.taken.getTime())
    .slice(0, 1)
}

/** Sets the time of the upload back, because all photos are uploaded now but belong to several years. */
async function setBack({ db }: Services, id: number, uploaded: Date): Promise<void> {
  const uploaded_at = uploaded.toISOString()
  await db.write.transaction().execute(async (transaction) => {
    await transaction.updateTable('photo').set({ uploaded_at }).where('id', '=', id).execute()
    await backdateEntry(transaction, 'photo.add', id, uploaded_at)
  })
}

function formOf(photo: PlannedPhoto, file: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('category', photo.category)
  form.set('year', String(yearIn(DEFAULT_TIME_ZONE, photo.taken)))
  form.set('blade', photo.blade)
  if (photo.room !== undefined) form.set('room', String(photo.room))
  form.set('photos', new Blob([file], { type: 'image/jpeg' }), photo.name)
  return form
}
