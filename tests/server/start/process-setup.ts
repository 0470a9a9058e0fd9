/** A temporary data folder, and uploads to a server process that the test can pause. */
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { temporaryFolder } from '../../support/test-app.ts'

export let dir: string

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpFolder(): void {
  beforeEach(async () => {
    dir = await temporaryFolder()
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))
}

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
export const countIncoming = async () => (await readdir(join(dir, 'incoming'))).length
