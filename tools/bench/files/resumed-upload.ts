import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { MIB, UPLOAD_PART_BYTES } from '../../../domain/limits.ts'
import { pointCloud } from '../../../tests/support/files/point-cloud.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { UploadInParts } from '../../../tests/support/tus-requests.ts'
import type { Line } from '../report.ts'

const FILE_MIB = 150
/** Every fourth part, the connection breaks in the middle of the part. */
const BREAK_EVERY = 4
/** At every second one of these breaks, the server is killed as well. */
const KILL_EVERY = 2

/** The bytes that are sent again when connections break and the server is killed, as a part of the file and for each break. */
export async function measureResumedUpload(folder: string): Promise<Line[]> {
  const dir = join(folder, 'resumed')
  const file = pointCloud(randomBytes(FILE_MIB * MIB))
  let server = await ServerProcess.start(dir)
  try {
    const headers = await signInAtProcess(server.origin)
    const turbine = await addTurbine(server.origin, headers)
    const send: Parameters<typeof UploadInParts.begin>[0] = (method, path, body, more) =>
      fetch(server.origin + path, { method, headers: { ...headers, ...more }, ...(body && { body }) })
    const upload = await UploadInParts.begin(send, turbine, 'large.pcd', file.length)

    const start = performance.now()
    let sent = 0
    let breaks = 0
    let largest = 0
    for (let part = 1, { offset } = await upload.offset(); offset < file.length; part += 1) {
      const bytes = file.subarray(offset, offset + UPLOAD_PART_BYTES)
      if (part % BREAK_EVERY > 0) {
        const answer = await upload.part(bytes, offset)
        if (answer.status !== 204) throw new Error(await answer.text())
        offset += bytes.length
        sent += bytes.length
        continue
      }
      const half = bytes.subarray(0, bytes.length / 2)
      const broken = await beginPart(server.origin + upload.address, headers, offset, bytes.length, half)
      breaks += 1
      if (breaks % KILL_EVERY === 0) {
        await server.end('SIGKILL')
        server = await ServerProcess.start(dir)
      }
      broken.destroy()
      const kept = (await upload.offset()).offset
      largest = Math.max(largest, offset + half.length - kept)
      sent += half.length
      offset = kept
    }
    const seconds = (performance.now() - start) / 1000
    return [
      {
        what: `${FILE_MIB} MiB in parts, sent again after ${breaks} breaks`,
        figure: `${((sent - file.length) / MIB).toFixed(1)} MiB`,
        reference: `${FILE_MIB} MiB for each break in one request; ${seconds.toFixed(1)} s in all`,
      },
      {
        what: 'most that one break sends again',
        figure: `${(largest / MIB).toFixed(1)} MiB`,
        reference: `one part: ${UPLOAD_PART_BYTES / MIB} MiB`,
        ratio: largest <= UPLOAD_PART_BYTES ? 'PASS' : 'FAIL',
      },
    ]
  } finally {
    await server.end('SIGKILL')
  }
}

/** Announces a part and sends its first half; the connection stays open. */
async function beginPart(url: string, headers: object, offset: number, length: number, half: Uint8Array) {
  const part = request(url, {
    method: 'PATCH',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': offset,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': length,
    },
  })
  part.on('error', () => {})
  if (!part.write(half)) await once(part, 'drain')
  return part
}
