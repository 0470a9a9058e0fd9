import { rm, stat } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { MIB } from '../../../domain/limits.ts'
import { addTurbine, ServerProcess, signInAtProcess } from '../../../tests/support/servers/server-process.ts'
import { type MemoryGrowth, memoryLines, watchMemory } from '../memory.ts'
import type { Line } from '../report.ts'
import { postPhotos } from './post-photos.ts'
import { writeLargeJpeg, writeLargePng, writePointCloud } from './sample-files.ts'

/** The server's peak memory during the upload of one large file, minus its idle memory. Linux only, because it reads /proc. */
export async function measureMemory(folder: string): Promise<Line[]> {
  const kinds = [
    { what: 'JPEG of noise', name: 'noise.jpg', write: writeLargeJpeg },
    { what: 'PNG of noise', name: 'noise.png', write: writeLargePng },
    { what: 'binary point cloud', name: 'cloud.pcd', write: writePointCloud },
  ]
  const lines: Line[] = []
  for (const { what, name, write } of kinds) {
    const path = join(folder, name)
    await write(path)
    const size = Math.round((await stat(path)).size / MIB)
    const memory = await measureOne(join(folder, 'memory'), name, path)
    lines.push(...memoryLines(`${size} MiB ${what}`, memory))
    await rm(path)
  }
  return lines
}

async function measureOne(dataDir: string, name: string, path: string): Promise<MemoryGrowth> {
  await using server = await ServerProcess.start(dataDir)
  const headers = await signInAtProcess(server.origin)
  const turbine = await addTurbine(server.origin, headers)
  await wait(1000)
  const watch = watchMemory(server.pid)
  const agent = new Agent()
  await postPhotos({ origin: server.origin, turbine, headers, agent }, [{ name, content: path }])
  agent.destroy()
  const memory = watch.end()
  await server.end('SIGTERM')
  await rm(dataDir, { recursive: true })
  return memory
}
