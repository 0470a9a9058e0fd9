import { saveInstallation } from './actions/back-up.ts'
import { runCommand } from './run-command.ts'

await runCommand(saveInstallation)
