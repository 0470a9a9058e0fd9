/** Uploads that are refused before their body has arrived, sent by three HTTP clients. */
import { spawn, spawnSync } from 'node:child_process'
import { request } from 'node:http'

/** A request with a large body, and the status that refuses it. */
export interface RefusedUpload {
  status: number
  method: 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  /** The smallest body that is refused, in bytes, if not every body is. */
  from?: number
}

/** Sends the upload with a body of this size in bytes. Resolves with the status; rejects if the client reports none. */
export type SendUpload = (origin: string, upload: RefusedUpload, size: number) => Promise<number>

/** False on a machine without curl. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0

const MULTIPART = 'multipart/form-data; boundary=x'

/** The beginning of a form with one photo, whose content has no end here. */
const FORM_HEAD = Buffer.from(
  [
    '--x\r\nContent-Disposition: form-data; name="room"\r\n\r\n1\r\n',
    '--x\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n',
    'Content-Type: image/jpeg\r\n\r\n',
  ].join(''),
)

/** The uploads that a server with `MAX_FILE_MB=1` refuses, by who sends what. */
export function refusedUploads(turbine: number, token: string): Record<string, RefusedUpload> {
  const photos = `/api/turbines/${turbine}/photos`
  const signedIn = { Authorization: `Bearer ${token}` }
  const tus = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': '0',
    'Content-Type': 'application/offset+octet-stream',
  }
  return {
    'photos without a session': {
      status: 401,
      method: 'POST',
      path: photos,
      headers: { 'Content-Type': MULTIPART },
    },
    'photos of a turbine that does not exist': {
      status: 404,
      method: 'POST',
      path: '/api/turbines/999999/photos',
      headers: { ...signedIn, 'Content-Type': MULTIPART },
    },
    'a part of an upload that does not exist': {
      status: 404,
      method: 'PATCH',
      path: `${photos}/uploads/${'0'.repeat(48)}`,
      headers: { ...signedIn, ...tus },
    },
    'a photo that is too large': {
      status: 413,
      method: 'POST',
      path: photos,
      headers: { ...signedIn, 'Content-Type': MULTIPART },
      from: 4e6,
    },
    'JSON that is too large': {
      status: 413,
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json' },
    },
  }
}

function bodyOf({ headers }: RefusedUpload, size: number): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(size, 1)
  if (headers['Content-Type'] === MULTIPART) FORM_HEAD.copy(body)
  return body
}

/** The clients. Each one sends the whole body at once, as a browser does. */
export const CLIENTS: Record<string, SendUpload> = {
  async fetch(origin, upload, size) {
    const { method, path, headers } = upload
    const answer = await fetch(origin + path, { method, headers, body: bodyOf(upload, size) })
    await answer.json()
    return answer.status
  },

  'node:http': (origin, upload, size) =>
    new Promise((resolve, reject) => {
      const { method, path, headers } = upload
      const sent = request(origin + path, { method, headers: { ...headers, 'Content-Length': size } })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        answer.resume()
        answer.on('error', reject)
        answer.on('close', () =>
          answer.complete ? resolve(answer.statusCode ?? 0) : reject(new Error('broken off')),
        )
      })
      sent.end(bodyOf(upload, size))
    }),

  async curl(origin, upload, size) {
    const { method, path, headers } = upload
    const options = Object.entries({ ...headers, Expect: '' }).flatMap(([name, value]) => [
      '-H',
      `${name}: ${value}`.trim(),
    ])
    const fixed = ['-sS', '-o', '/dev/null', '-w', '%{http_code}', '--data-binary', '@-']
    const child = spawn('curl', [...fixed, '-X', method, ...options, origin + path], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => {})
    child.stdin.end(bodyOf(upload, size))
    let written = ''
    let failure = ''
    child.stdout.on('data', (text) => (written += text))
    child.stderr.on('data', (text) => (failure += text))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    if (code !== 0) throw new Error(failure)
    return Number(written)
  },
}
