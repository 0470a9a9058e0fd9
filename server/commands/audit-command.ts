import { streamAudit } from './actions/audit.ts'
import { runCommand } from './run-command.ts'

const ended = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.abort())
// The reader of a pipe has gone.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

await runCommand((call) => streamAudit(call, ended.signal))
