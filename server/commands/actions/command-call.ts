/** The environment of a command. Tests pass their own, because starting a process takes a second of processor time. */
export interface CommandCall {
  args: string[]
  env: Record<string, string | undefined>
  /** Writes to standard output. */
  print(text: string): void
  /** Writes to standard error. */
  warn(text: string): void
  /** Sets the sentence for an interrupt from now on. */
  ifInterrupted(sentence: string): void
}

/** Runs an operator's request. Resolves with the exit code. @throws Error with a sentence */
export type CommandAction = (call: CommandCall) => Promise<number>
