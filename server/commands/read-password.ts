import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { PASSWORD_MIN_LENGTH } from '#domain/limits.ts'

/** Ctrl-C or Ctrl-D at the terminal. */
export class Interrupted extends Error {}

/**
 * Reads a password: from a terminal by a hidden prompt, otherwise from the first line of standard input.
 *
 * @throws Interrupted for Ctrl-C and Ctrl-D
 */
export async function readPassword(): Promise<string> {
  const { stdin, stdout } = process
  if (!stdin.isTTY) return (await readLine(createInterface({ input: stdin }))) ?? ''
  // Readline echoes the input to its output, so it gets one that discards it.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 })
  // The prompt comes after `createInterface`, because until then the terminal echoes the input.
  stdout.write(`Password (${PASSWORD_MIN_LENGTH} characters or more): `)
  const line = await readLine(lines)
  stdout.write('\n')
  if (line === undefined) throw new Interrupted()
  return line
}

/** The next line; undefined at the end of the input. */
async function readLine(lines: Interface): Promise<string | undefined> {
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(undefined))
  })
  lines.close()
  return line
}
