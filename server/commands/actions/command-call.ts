/** What a command has around it. A test calls a command with its own, because a process takes a second of processor time to start. */
export interface CommandCall {
  args: string[]
  env: Record<string, string | undefined>
  /** Writes to standard output. */
  print(text: string): void
  /** Writes to standard error. */
  warn(text: string): void
  /** Says how it stands if the operator interrupts the command from now on. */
  ifInterrupted(sentence: string): void
}

/** Does what an operator has asked for. Resolves with the exit code. @throws Error with a sentence */
export type CommandAction = (call: CommandCall) => Promise<number>
