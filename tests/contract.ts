import { TrieRouter } from 'hono/router/trie-router'
import { expect } from 'vitest'
import { ERROR_STATUS, Failure } from '#domain/answer.ts'
import { UploadFailure } from '#domain/upload.ts'
import { calls } from '#server/app.ts'
import type { Call } from '#server/calls.ts'
import { errorsOf } from '#server/contract/call-errors.ts'

const router = new TrieRouter<Call>()
for (const call of calls) router.add(call.method, call.path, call)

/**
 * Holds an answer of the app against what its route promises: a status it names, a body with the fields of its schema and
 * not one more, an error it knows of. Every answer that a test's client gets goes through here.
 */
export async function expectPromised(method: string, path: string, answer: Response): Promise<void> {
  const { pathname } = new URL(path, 'http://localhost')
  const call = router.match(method === 'HEAD' ? 'GET' : method, pathname)[0][0]?.[0]
  if (!call) return
  const bodyIsThere = method !== 'HEAD' && answer.status !== 304

  if ((call.answer.statuses as number[]).includes(answer.status)) {
    if (!bodyIsThere || typeof call.answer.body === 'string') return
    const body = await answer.clone().json()
    expect(call.answer.body.parse(body)).toEqual(body)
    return
  }
  const codes = errorsOf(call).filter((code) => ERROR_STATUS[code] === answer.status)
  expect(codes, `${method} ${call.path} does not promise ${answer.status}`).not.toEqual([])
  if (!bodyIsThere) return
  const body: Failure = await answer.clone().json()
  const takesFiles = call.inputs.some(({ files }) => files !== undefined)
  expect((takesFiles ? UploadFailure : Failure).parse(body)).toEqual(body)
  expect(codes).toContain(body.error)
}
