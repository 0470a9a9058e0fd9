import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'

/** An answer that the bare Hono process sends. */
export interface BareAnswer {
  path: string
  status: 200 | 304
  headers: Record<string, string>
  /** In base64. */
  body: string
}

/** Gets an answer of the server as it is sent, without decompressing it. @throws if it is neither 200 nor 304 */
export async function recordAnswer(
  path: string,
  url: string,
  headers: Record<string, string>,
): Promise<BareAnswer> {
  const request = get(url, { headers })
  const [message] = await once(request, 'response')
  const bytes = await buffer(message)
  const status = message.statusCode
  if (status !== 200 && status !== 304) throw new Error(`${url} answered ${status}`)
  const sent: Record<string, string> = {}
  for (const name of ['content-type', 'content-encoding', 'etag']) {
    if (message.headers[name] !== undefined) sent[name] = message.headers[name]
  }
  return { path, status, headers: sent, body: bytes.toString('base64') }
}

/** Starts a process with a Hono app that only sends these answers. */
export async function startBareHono(folder: string, answers: BareAnswer[]) {
  const file = join(folder, 'bare-answers.json')
  await writeFile(file, JSON.stringify(answers))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-hono.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { origin: `http://127.0.0.1:${port}`, end: () => child.kill('SIGTERM') }
}
