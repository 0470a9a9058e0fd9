import { Agent } from 'node:http'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { postPhotos } from './post-photos.ts'

const FILES_PER_REQUEST = 10

/** Makes a data folder with a turbine that has `count` photos, each a copy of one of `photos`. @returns the turbine's id */
export async function storePhotos(
  dataDir: string,
  photos: readonly Buffer[],
  count: number,
): Promise<number> {
  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  const agent = new Agent({ keepAlive: true })
  for (let first = 0; first < count; first += FILES_PER_REQUEST) {
    const files = Array.from({ length: FILES_PER_REQUEST }, (_, index) => ({
      name: `photo_${first + index}.jpg`,
      content: photos[(first + index) % photos.length] as Buffer,
    }))
    await postPhotos({ origin: server.origin, turbine, headers, agent }, files)
  }
  agent.destroy()
  await server.end('SIGTERM')
  return turbine
}
