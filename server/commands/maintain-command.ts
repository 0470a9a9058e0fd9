import { maintain } from './actions/maintain.ts'
import { runCommand } from './run-command.ts'

await runCommand(maintain)
