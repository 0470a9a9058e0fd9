import * as z from 'zod'

// The settings of Kanat's address. The server and the build of the pages both read them here, so that the links match.

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i
const ADDRESS = 'Write only the address, as in https://kanat.example'

/** A whole number between two limits, written with digits. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,16}$/, `Write a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, `Write a whole number from ${min} to ${max}`)
}

/** The environment variables of the address. */
export const AddressSettings = z.object({
  HOST: z
    .string()
    .trim()
    .refine(
      (host) => (HOST_NAME.test(host) || z.ipv6().safeParse(host).success) && URL.canParse(addressOf(host)),
      'Write a name or an address of this machine, such as 127.0.0.1, localhost or ::',
    )
    .default('127.0.0.1'),
  PORT: wholeNumber(0, 65535).default(8080),
  ORIGIN: z.string().trim().transform(readOrigin).optional(),
})

/** The public address of Kanat, without a trailing slash: `ORIGIN`, otherwise host and port. */
export function originOf({ HOST, PORT, ORIGIN }: z.output<typeof AddressSettings>): string {
  return ORIGIN ?? new URL(`${addressOf(HOST)}:${PORT}`).origin
}

/** In a web address, a name that ends in a number is an IPv4 address, and `256.1.1.1` is none. */
function addressOf(host: string): string {
  return `http://${host.includes(':') ? `[${host}]` : host}`
}

/**
 * Removes a byte order mark from the name of a `.env` file's first variable, as some text editors write it.
 *
 * @param env is changed
 */
export function renameMarkedVariable(env: Record<string, string | undefined>): void {
  for (const [marked, value] of Object.entries(env)) {
    if (!marked.startsWith('\uFEFF')) continue
    // As without the mark, a variable of the process wins.
    env[marked.slice(1)] ??= value
    delete env[marked]
  }
}

/** The environment variables with a value: an empty one counts as not set. */
export function setVariables(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
}

function readOrigin(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text)
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (url === null || !/^https?:$/.test(url.protocol)) refuse(`"${text}" is no address. ${ADDRESS}`)
  else if (!/^\/*$/.test(url.pathname))
    refuse(`Kanat cannot be below a path ("${url.pathname}"), only at the root of its address. ${ADDRESS}`)
  else if (url.search || url.hash || url.username || url.password) refuse(ADDRESS)
  return url?.origin ?? text
}
