import { restoreSwept } from './actions/restore-swept.ts'
import { runCommand } from './run-command.ts'

await runCommand(async (call) => {
  await restoreSwept(call)
  // What the store has open would keep the process alive.
  process.exit()
})
