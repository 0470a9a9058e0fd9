import { verifyInstallation } from './actions/verify.ts'
import { runCommand } from './run-command.ts'

await runCommand(verifyInstallation)
