import { manageUsers } from './actions/users/manage-users.ts'
import { Interrupted, readPassword } from './read-password.ts'
import { runCommand } from './run-command.ts'

await runCommand(async (call) => {
  try {
    return await manageUsers(call, readPassword)
  } catch (error) {
    // Shells use exit code 130 for a program ended by Ctrl-C.
    if (error instanceof Interrupted) process.exit(130)
    throw error
  }
})
