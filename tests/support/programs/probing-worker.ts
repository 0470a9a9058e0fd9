/** What code in a worker tries that a file has made it run. It answers as a worker does, and names what has succeeded. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

process.on('message', ({ request }: { request: { path: string } }) => {
  const attempts = JSON.parse(request.path) as [name: 'read' | 'write' | 'run', path: string][]
  const done = attempts.filter(([name, path]) => {
    try {
      if (name === 'read') readFileSync(path)
      else if (name === 'write') writeFileSync(path, 'x')
      else if (spawnSync(path).error) return false
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED') throw error
      return false
    }
  })
  process.send?.({ type: 'failed', message: JSON.stringify(done), memory: 1 })
})
