import pLimit from 'p-limit'
import { DEFAULT_TIME_ZONE, yearIn } from '#domain/time/today.ts'
import type { Services } from '#server/core/env.ts'
import { userOf } from './accounts.ts'
import type { Api } from './api.ts'
import { TURBINES } from './demo-data.ts'
import { backdateEntry } from './fill-activity.ts'
import { drawPhotos } from './photo-drawing.ts'
import type { PhotoMark } from './photo-marks.ts'
import { type PlannedPhoto, planPhotos } from './photo-plan.ts'

/** A photo is in the portal this long after it was taken, in milliseconds. */
const UPLOADED_AFTER_MS = 26 * 60 * 60 * 1000

/** An upload mostly waits for the disk. The server itself limits how many photos are decoded at once. */
const UPLOADS_AT_ONCE = 8

/** A photo in the portal, and the damages in it. */
export interface UploadedPhoto {
  id: number
  marks: PhotoMark[]
}

/** Draws every photo and uploads it as an operator of its company. @returns the photos by their names */
export async function addPhotos(
  services: Services,
  api: Api,
  turbines: Map<string, number>,
  now: Date,
  progress: (done: number, all: number) => void,
): Promise<Map<string, UploadedPhoto>> {
  const photos = TURBINES.flatMap((turbine, index) => planPhotos(turbine, index, now))
  const uploads: Promise<Dated>[] = []
  const limit = pLimit(UPLOADS_AT_ONCE)
  const uploaded = new Map<string, UploadedPhoto>()
  let done = 0
  await drawPhotos(photos, ({ photo, file, marks }) => {
    const upload = limit(async () => {
      const company = TURBINES.find(({ code }) => code === photo.turbine)?.company_id ?? 0
      const path = `/api/turbines/${turbines.get(photo.turbine)}/photos`
      const { data } = await api.post<{ data: { id: number }[] }>(
        userOf(company, 'operator').email,
        path,
        formOf(photo, file),
      )
      done += 1
      progress(done, photos.length)
      const uploaded_at = new Date(photo.taken.getTime() + UPLOADED_AFTER_MS).toISOString()
      const id = data[0]?.id ?? 0
      uploaded.set(photo.name, { id, marks })
      return { id, uploaded_at }
    })
    upload.catch(() => {}) // Awaited below; without this a rejection before that is unhandled.
    uploads.push(upload)
  })
  await setBack(services, await Promise.all(uploads))
  return uploaded
}

interface Dated {
  id: number
  uploaded_at: string
}

/** Sets the upload times of the photos, because all are uploaded now but belong to several years. */
async function setBack({ db }: Services, photos: readonly Dated[]): Promise<void> {
  await db.write.transaction().execute(async (transaction) => {
    for (const { id, uploaded_at } of photos) {
      await transaction.updateTable('photo').set({ uploaded_at }).where('id', '=', id).execute()
      await backdateEntry(transaction, 'photo.add', id, uploaded_at)
    }
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
