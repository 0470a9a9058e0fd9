/** Builders of valid records. A test names only the values that it is about. */
import sharp from 'sharp'
import { CompanyDraft } from '#domain/company.ts'
import type { Photo } from '#domain/photo.ts'
import type { Report } from '#domain/report.ts'
import { TurbineDraft } from '#domain/turbine.ts'
import type { Rejection } from '#domain/upload.ts'
import { insertCompany } from '#server/features/companies/company-queries.ts'
import { insertTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { TestApp } from './test-app.ts'

let counter = 0

/** @returns the company's id. */
export function makeCompany({ services }: TestApp, name = `Enerji ${++counter}`): Promise<number> {
  return insertCompany(services.db.write, CompanyDraft.parse({ name }))
}

/** @returns the turbine's id. */
export function makeTurbine(
  testApp: TestApp,
  named: Partial<TurbineDraft> & { company_id: number },
): Promise<number> {
  const draft = TurbineDraft.parse({ city: 'izmir', code: `T${++counter}`, location: 'Karaburun', ...named })
  return insertTurbine(testApp.services.db.write, { ...draft, company_id: named.company_id })
}

/** The form of a photo upload, by default for blade A, room 1 of this year; `fields` override this. */
export function uploadForm(files: Record<string, Uint8Array>, fields: Record<string, string> = {}): FormData {
  return multipart('photos', files, { room: '1', blade: 'A', ...fields })
}

/** The form of a report upload, by default for 2025; `fields` override this. */
export function reportForm(files: Record<string, Uint8Array>, fields: Record<string, string> = {}): FormData {
  return multipart('reports', files, { year: '2025', ...fields })
}

function multipart(
  field: string,
  files: Record<string, Uint8Array>,
  fields: Record<string, string>,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) {
    form.append(field, new Blob([Uint8Array.from(bytes)]), name)
  }
  return form
}

interface UploadAnswer<Item> {
  status: number
  error?: string
  data: Item[]
  rejected: Rejection[]
  issues?: { path: string; message: string }[]
}

/** The answer to an upload or another call about photos. */
export const readUpload = (answer: Response) => readAnswer<Photo>(answer)

/** The answer to a call about reports. */
export const readReports = (answer: Response) => readAnswer<Report>(answer)

async function readAnswer<Item>(answer: Response): Promise<UploadAnswer<Item>> {
  return { status: answer.status, ...((await answer.json()) as Omit<UploadAnswer<Item>, 'status'>) }
}

/** The field `data` of an answer. */
export async function readData<T>(answer: Response): Promise<T> {
  return ((await answer.json()) as { data: T }).data
}

/** The status and the error code of an answer that is not a success. */
export async function readError(answer: Response): Promise<[status: number, error: string | undefined]> {
  return [answer.status, ((await answer.json()) as { error?: string }).error]
}

/** A JPEG of random noise, about one byte for each pixel. */
export async function jpeg({ width = 400, height = 300, orientation = 1 } = {}): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
}

/** A photo with the EXIF data of a camera. @param day as 2026-05-11 */
export async function taken(day: string): Promise<Buffer> {
  return sharp(await jpeg())
    .withExif({
      IFD0: { Make: 'DJI', Model: 'H30T' },
      IFD2: { DateTimeOriginal: `${day.replaceAll('-', ':')} 10:00:00` },
    })
    .jpeg()
    .toBuffer()
}

/** A PDF of one empty page, about `bytes` long. */
export function pdf(bytes = 0): Buffer {
  const objects = [
    '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n',
    '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n',
    '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj\n',
  ]
  const padding = `%${'x'.repeat(bytes)}\n`
  return Buffer.from(`%PDF-1.4\n${objects.join('')}${padding}trailer <</Size 4 /Root 1 0 R>>\n%%EOF\n`)
}
