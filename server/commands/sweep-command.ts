import { sweepInstallation } from './actions/sweep.ts'
import { runCommand } from './run-command.ts'

await runCommand(sweepInstallation)
