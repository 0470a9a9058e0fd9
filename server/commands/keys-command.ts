import { manageKeys } from './actions/keys.ts'
import { runCommand } from './run-command.ts'

await runCommand(manageKeys)
