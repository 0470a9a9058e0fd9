import * as z from 'zod'
import { PhotoArchive } from '#domain/photo-archive.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Ordered = z.object({ data: PhotoArchive })

/** Orders photos of the turbine as one ZIP. Its address can be opened for some minutes. */
export async function orderArchive(turbineId: number, ids: number[]): Promise<PhotoArchive> {
  const request = { param: { id: String(turbineId) }, json: { ids } }
  const { data } = await readAnswer(api.turbines[':id'].photos.archives.$post(request), Ordered)
  return data
}
