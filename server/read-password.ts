import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { PASSWORD_MIN_LENGTH } from '#domain/limits.ts'

/** Thrown when who sits at the terminal wants no more of it. */
export class Interrupted extends Error {}

/**
 * A password, asked for without showing it where somebody sits at a terminal, else the first line of standard input.
 *
 * @throws Interrupted for Ctrl-C and Ctrl-D
 */
export async function readPassword(): Promise<string> {
  const { stdin, stdout } = process
  if (!stdin.isTTY) return (await readLine(createInterface({ input: stdin }))) ?? ''
  // Readline shows what is typed in its output, so it gets one that nobody sees.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 })
  // Not before: until now the terminal shows what is typed by itself.
  stdout.write(`Password (${PASSWORD_MIN_LENGTH} characters or more): `)
  const line = await readLine(lines)
  stdout.write('\n')
  if (line === undefined) throw new Interrupted()
  return line
}

/** The next line; undefined when there is none any more. */
async function readLine(lines: Interface): Promise<string | undefined> {
  const line = await new Promise<string | undefined>((resolve) => {
    lines.once('line', resolve).once('close', () => resolve(undefined))
  })
  lines.close()
  return line
}
