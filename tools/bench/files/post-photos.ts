import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Agent, type IncomingMessage, request } from 'node:http'
import pLimit from 'p-limit'

/** A file to send: its bytes, or the path they are streamed from. */
export interface OutgoingFile {
  name: string
  content: Uint8Array | string
}

export interface Target {
  origin: string
  turbine: number
  headers: { Authorization: string }
  agent: Agent
}

const BOUNDARY = 'kanat-bench-boundary'

/**
 * Uploads photos in one multipart request. The body is written directly, without a form library, so that
 * this process uses little time of the processor on which the server is measured.
 * @throws if the server does not store every photo
 */
export async function postPhotos(
  target: Target,
  files: readonly OutgoingFile[],
): Promise<{ thumb_url: string }[]> {
  const parts = await Promise.all(
    files.map(async ({ name, content }) => ({
      head: Buffer.from(
        `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      content,
      size: typeof content === 'string' ? (await stat(content)).size : content.length,
    })),
  )
  const room = Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="room"\r\n\r\n1`)
  const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
  const upload = request(`${target.origin}/api/turbines/${target.turbine}/photos`, {
    method: 'POST',
    agent: target.agent,
    headers: {
      ...target.headers,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': parts.reduce(
        (sum, part) => sum + part.head.length + part.size,
        room.length + end.length,
      ),
    },
  })
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>
  // A refusal may end the connection while the photos are written: then both promises fail, and the first one is thrown.
  answered.catch(() => {})
  upload.write(room)
  for (const { head, content } of parts) {
    upload.write(head)
    if (typeof content !== 'string') await written(upload.write(content), upload)
    else
      for await (const chunk of createReadStream(content, { highWaterMark: 1 << 18 }))
        await written(upload.write(chunk), upload)
  }
  upload.end(end)
  const [response] = await answered
  let text = ''
  for await (const chunk of response) text += chunk
  const { data = [] } = JSON.parse(text) as { data?: { thumb_url: string }[] }
  if (response.statusCode !== 201 || data.length !== files.length) {
    throw new Error(`An upload returned ${response.statusCode}: ${text}`)
  }
  return data
}

/** Uploads photos in several requests. @returns the time for all, and the time of each request; milliseconds */
export async function postInRequests(
  target: Target,
  files: readonly OutgoingFile[],
  filesPerRequest: number,
  requestsAtOnce: number,
): Promise<{ ms: number; requests: number[] }> {
  const limit = pLimit(requestsAtOnce)
  const starts = Array.from(
    { length: Math.ceil(files.length / filesPerRequest) },
    (_, n) => n * filesPerRequest,
  )
  const start = performance.now()
  const requests = await limit.map(starts, async (first) => {
    const sent = performance.now()
    await postPhotos(target, files.slice(first, first + filesPerRequest))
    return performance.now() - sent
  })
  return { ms: performance.now() - start, requests }
}

async function written(isTaken: boolean, upload: NodeJS.EventEmitter): Promise<void> {
  if (!isTaken) await once(upload, 'drain')
}
