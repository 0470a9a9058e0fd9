import { examineInstallation } from './actions/doctor.ts'
import { runCommand } from './run-command.ts'

await runCommand(examineInstallation)
