/** Uploads to a server process that the test can pause. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Photo } from '#domain/photo.ts'
import { folder } from '../../support/folder-setup.ts'

/** Begins an upload of a photo and pauses before its content. `finish` sends the content and ends the request. */
export function beginUpload(origin: string, turbine: number, headers: { Authorization: string }) {
  const upload = request(`${origin}/api/turbines/${turbine}/photos`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  const answer = once(upload, 'response').then(async ([response]) => {
    let body = ''
    for await (const chunk of response) body += chunk
    return {
      status: response.statusCode as number,
      body: JSON.parse(body) as { data?: Photo[]; error?: string },
    }
  })
  answer.catch(() => {})
  upload.on('error', () => {})
  upload.write('--x\r\nContent-Disposition: form-data; name="room"\r\n\r\n1\r\n')
  upload.write('--x\r\nContent-Disposition: form-data; name="photos"; filename="slow.jpg"\r\n\r\n')
  const finish = (bytes: Uint8Array) => {
    upload.write(bytes)
    upload.end('\r\n--x--\r\n')
  }
  return { upload, answer, finish }
}

/** The number of files and folders in `incoming/`. */
export const countIncoming = async () => (await readdir(join(folder, 'incoming'))).length
