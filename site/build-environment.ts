import { existsSync } from 'node:fs'
import { z } from 'astro/zod'
import { AddressSettings, originOf, renameMarkedVariable, setVariables } from '../domain/origin.ts'

/** The settings that the pages are built with; `.env.example` documents them. */
const BuildSettings = AddressSettings.extend({
  PUBLIC_CONTACT_ENDPOINT: z
    .string()
    .refine(isEndpoint, 'Write a path (/api/contact) or an address (https://…)')
    .optional(),
  PUBLIC_MOCK_TOKEN: z.string().optional(),
})

interface BuildEnvironment {
  /** The public address, which canonical links have. */
  origin: string
  /** The origin of another site that receives the messages of the contact form; empty if it is this one. */
  foreignContact: string
  /** All values that the built pages depend on. */
  values: string[]
}

/**
 * Reads the environment of the build, with the values of `.env` in the working folder.
 *
 * @throws Error with one line for each wrong value
 */
function readBuildEnvironment(): BuildEnvironment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  renameMarkedVariable(process.env)
  const parsed = BuildSettings.safeParse(setVariables(process.env))
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`).join('\n'),
    )
  const { PUBLIC_CONTACT_ENDPOINT = '', PUBLIC_MOCK_TOKEN = '' } = parsed.data
  const origin = originOf(parsed.data)
  return {
    origin,
    foreignContact: URL.parse(PUBLIC_CONTACT_ENDPOINT)?.origin ?? '',
    values: [origin, PUBLIC_CONTACT_ENDPOINT, PUBLIC_MOCK_TOKEN],
  }
}

/** True for a path of this site and for the address of another one. */
function isEndpoint(text: string): boolean {
  if (text.startsWith('/')) return URL.parse(text, 'https://kanat.example')?.host === 'kanat.example'
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** As `readBuildEnvironment`, but ends the process with the sentences: a tool that loads a configuration would print a stack trace. */
export function readBuildEnvironmentOrExit(): BuildEnvironment {
  try {
    return readBuildEnvironment()
  } catch (error) {
    process.stderr.write(`The pages cannot be built with this configuration.\n${(error as Error).message}\n`)
    process.exit(1)
  }
}
