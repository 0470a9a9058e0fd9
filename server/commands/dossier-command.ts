import { writeDossier } from './actions/dossier.ts'
import { runCommand } from './run-command.ts'

await runCommand(writeDossier)
