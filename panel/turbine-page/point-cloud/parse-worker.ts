/** A worker that loads and parses a point cloud, because a large one would block the page for seconds. */
import { type Cloud, parseCloud, TooManyPoints } from './parse-cloud.ts'

/** What the worker sends; `loaded` and `total` are bytes. */
export type CloudMessage =
  | { type: 'progress'; loaded: number; total: number }
  | { type: 'cloud'; cloud: Cloud }
  | { type: 'failed'; reason: 'not loaded' | 'broken' | 'too large' }

addEventListener('message', async ({ data: url }: MessageEvent<string>) => {
  const file = await load(url).catch(() => undefined)
  if (!file) return send({ type: 'failed', reason: 'not loaded' })
  try {
    const cloud = parseCloud(file)
    const arrays = [cloud.positions, cloud.colours, cloud.intensities].filter((array) => array !== null)
    send(
      { type: 'cloud', cloud },
      arrays.map(({ buffer }) => buffer),
    )
  } catch (error) {
    send({ type: 'failed', reason: error instanceof TooManyPoints ? 'too large' : 'broken' })
  }
})

async function load(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url)
  const total = Number(answer.headers.get('Content-Length'))
  if (!answer.ok || !answer.body) throw new Error(`The server answered ${answer.status}.`)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  for (const reader = answer.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces).arrayBuffer()
    pieces.push(value)
    loaded += value.length
    send({ type: 'progress', loaded, total })
  }
}

function send(message: CloudMessage, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}
