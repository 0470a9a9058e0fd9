import { Agent, request } from 'node:http'
import { expect, it } from 'vitest'
import { jpeg, readUpload, uploadForm } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { ServerProcess, signInWithTurbine } from '../../support/servers/server-process.ts'

setUpFolder('test')

it('answers nobody with 500 if few files may be open, and says so at the start', async () => {
  await using server = await ServerProcess.start(dir, {}, 128)
  await expect.poll(() => server.output).toMatch(/"level":40.*"descriptors":128/)
  const { headers, turbine } = await signInWithTurbine(server.origin)
  const photos = `${server.origin}/api/turbines/${turbine}/photos`
  const bytes = await jpeg({ width: 2000, height: 1500 })
  const upload = async (name: string) =>
    fetch(photos, { method: 'POST', headers, body: uploadForm({ [name]: bytes }) })
  const { data } = await readUpload(await upload('a.jpg'))
  const agent = new Agent({ keepAlive: true })
  /** The status, or the code of the error if the connection was refused. */
  const get = (path: string) =>
    new Promise<number | string>((resolve) => {
      const sent = request(server.origin + path, { headers, agent }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', () => resolve('cut'))
      })
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      sent.end()
    })
  const paths = ['/api/turbines', `/media/${data[0]?.key}`, `/media/${data[0]?.key}?w=320`, '/api/health']
  const clients = Array.from({ length: 200 }, async (_, client) => {
    const outcomes: (number | string)[] = []
    for (let time = 0; time < 4; time += 1) outcomes.push(await get(paths[(client + time) % 4] as string))
    return outcomes
  })
  const outcomes = (await Promise.all(clients)).flat()
  expect(outcomes.filter((outcome) => typeof outcome === 'number' && outcome !== 200)).toEqual([])
  expect(outcomes.filter((outcome) => outcome === 200).length).toBeGreaterThan(20)
  expect((await upload('b.jpg')).status).toBe(201)
  agent.destroy()
  expect(server.output).not.toContain('EMFILE')
})
