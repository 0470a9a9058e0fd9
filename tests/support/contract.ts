import { TrieRouter } from 'hono/router/trie-router'
import { expect } from 'vitest'
import { ERROR_STATUS, Failure } from '#domain/answer.ts'
import { UploadFailure } from '#domain/upload.ts'
import { errorsOf } from '#server/core/contract/call-errors.ts'
import type { Call } from '#server/core/contract/calls.ts'
import { calls } from '#server/start/app.ts'

const router = new TrieRouter<Call>()
for (const call of calls) router.add(call.method, call.path, call)

/**
 * Checks an answer of the app against the contract of its route: a documented status, a body with exactly the fields of its
 * schema, a documented error. Every answer to a test's client is checked here.
 */
export async function expectPromised(method: string, path: string, answer: Response): Promise<void> {
  const { pathname } = new URL(path, 'http://localhost')
  const call = router.match(method === 'HEAD' ? 'GET' : method, pathname)[0][0]?.[0]
  if (!call) return
  const hasBody = method !== 'HEAD' && answer.status !== 304 && answer.status !== 204

  if ((call.answer.statuses as number[]).includes(answer.status)) {
    if (!hasBody || typeof call.answer.body === 'string') return
    const body = await answer.clone().json()
    expect(call.answer.body.parse(body)).toEqual(body)
    return
  }
  const codes = errorsOf(call).filter((code) => ERROR_STATUS[code] === answer.status)
  expect(codes, `${method} ${call.path} does not promise ${answer.status}`).not.toEqual([])
  if (!hasBody) return
  if (answer.headers.get('Content-Type')?.startsWith('text/html')) {
    expect([answer.status, pathname]).toEqual([401, expect.stringMatching(/^\/media\//)])
    return
  }
  const body: Failure = await answer.clone().json()
  const takesFiles = call.inputs.some(({ files }) => files !== undefined)
  expect((takesFiles ? UploadFailure : Failure).parse(body)).toEqual(body)
  expect(codes).toContain(body.error)
}
