import { sendRequest } from './send-request.ts'

/** How long a whole file may take, in milliseconds. */
const FILE_TIMEOUT_MS = 10 * 60 * 1000

interface LoadOptions {
  signal: AbortSignal
  /** Called with the share that has arrived. */
  onProgress?: (share: number) => void
}

/**
 * Loads the bytes of a file.
 *
 * @throws RequestError
 * @throws the reason of `signal`
 */
export async function loadFile(
  url: string,
  { signal, onProgress = () => {} }: LoadOptions,
): Promise<ArrayBuffer> {
  let bytes: ArrayBuffer | undefined
  await sendRequest(
    { method: 'GET', url, makes: null, signal, timeoutMs: FILE_TIMEOUT_MS },
    async (address, headers, limit) => {
      const response = await fetch(address, { headers, signal: limit })
      const { status } = response
      const header = (name: string) => response.headers.get(name)
      if (!response.ok) return { status, text: await response.text(), header }
      bytes = await readBody(response, onProgress)
      return { status, text: '', header }
    },
  )
  return bytes ?? new ArrayBuffer()
}

async function readBody(
  { headers, body }: Response,
  onProgress: (share: number) => void,
): Promise<ArrayBuffer> {
  const total = Number(headers.get('Content-Length'))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  for (const reader = body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    pieces.push(value)
    loaded += value.length
    if (total > 0) onProgress(Math.min(1, loaded / total))
  }
  return new Blob(pieces).arrayBuffer()
}
