import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Comment } from '#domain/comment.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../support/servers/server-process.ts'

const ROUNDS = 3
const WRITERS = 8

setUpFolder('file')

it('makes one record of a call that is sent again after the server was killed, wherever it was', async () => {
  let turbine: number | undefined
  const sent = new Map<string, string>()
  let unanswered = 0

  for (let round = 0; round < ROUNDS; round += 1) {
    await using server = await ServerProcess.start(dir)
    const headers = await signInAtProcess(server.origin)
    turbine ??= await addTurbine(server.origin, headers)
    const address = `${server.origin}/api/turbines/${turbine}/comments`
    const write = (key: string, comment: string) =>
      fetch(address, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ comment }),
      })

    // What the killed server has left: each call is sent again, and some are new.
    for (const [key, comment] of sent) expect((await write(key, comment)).status).toBe(201)
    let answered = 0
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const [key, comment] = [randomUUID(), `round ${round}, writer ${writer}`]
        sent.set(key, comment)
        try {
          await (await write(key, comment)).json()
          answered += 1
          if (answered === 1 + round * 2) await server.end('SIGKILL')
        } catch {
          unanswered += 1
        }
      }),
    )
  }
  expect(unanswered).toBeGreaterThan(0)

  await using server = await ServerProcess.start(dir)
  const headers = await signInAtProcess(server.origin)
  const address = `${server.origin}/api/turbines/${turbine}/comments`
  for (const [key, comment] of sent) {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ comment }),
    })
    expect(answer.status).toBe(201)
  }
  const { data } = (await (await fetch(address, { headers })).json()) as { data: Comment[] }
  expect(data.map(({ comment }) => comment).sort()).toEqual([...sent.values()].sort())
})
