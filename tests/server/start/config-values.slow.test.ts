import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/infrastructure/config.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { ServerProcess } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

/** What a variable refuses, with a sentence that names it, and the extremes that it takes. */
interface Values {
  wrong: string[]
  extreme: string[]
  /** Another variable that must be set beside it. */
  beside?: Record<string, string>
}

const NUMBER_WRONG = ['eighty', '-1', '1.5', '1e3', '0x10', 'NaN', 'Infinity', '99999999999999999999']
const number = (min: number, max: number): Values => ({
  wrong: [...NUMBER_WRONG, ...(min > 0 ? [String(min - 1)] : []), String(max + 1)],
  extreme: [String(min), String(max)],
})
const LONG = 'x'.repeat(10_000)

/** Every variable of `.env.example`; a variable without a line here fails the last test. */
const VARIABLES: Record<string, Values> = {
  HOST: {
    wrong: [
      'http://localhost',
      'a b',
      '[::1]',
      '-a',
      'a..b',
      '127.0.0.1:80',
      '256.1.1.1',
      '1.2.3.4.5',
      'a.b.123',
      LONG,
    ],
    extreme: ['::', '::1', '0.0.0.0', 'localhost', 'a-b.example'],
  },
  PORT: number(0, 65535),
  ORIGIN: {
    wrong: [
      'kanat',
      'kanat.example',
      'ftp://kanat.example',
      'https://',
      'https://kanat.example/portal',
      'https://kanat.example/?a',
      'https://kanat.example/#a',
      'https://user:secret@kanat.example',
      'javascript:alert(1)',
    ],
    extreme: ['https://kanat.example/', 'http://[::1]:8080', 'https://türbin.example', 'http://10.0.0.1'],
  },
  DATA_DIR: { wrong: [], extreme: ['.', './a b/ş', '/'] },
  SECRETS_DIR: { wrong: [], extreme: ['.', './a b/ş', '/'] },
  DATABASE_URL: { wrong: ['mysql://a/b', 'kanat', LONG], extreme: ['postgres://u:p@[::1]:5432/kanat'] },
  STORE_URL: {
    wrong: [
      'https://bucket',
      's3://',
      's3://a',
      's3://user:p@bucket',
      's3://bucket?x=1',
      's3://bucket?endpoint=x',
    ],
    extreme: ['s3://bucket', 's3://bucket?endpoint=http://127.0.0.1:9000&region=eu'],
  },
  STORE_CACHE_MB: number(1, 100_000_000),
  STORE_SECONDS: number(1, 600),
  TOKEN_SECRET: { wrong: ['short', 'x'.repeat(31)], extreme: ['x'.repeat(32), LONG] },
  SUPERADMIN_EMAIL: {
    wrong: ['kanat', 'a@b', 'a@b.example, c@d.example', LONG],
    extreme: ['a@b.example'],
    beside: { SUPERADMIN_PASSWORD: 'long-enough' },
  },
  SUPERADMIN_PASSWORD: {
    wrong: ['12345', LONG],
    extreme: ['123456'],
    beside: { SUPERADMIN_EMAIL: 'a@b.example' },
  },
  SMTP_URL: {
    wrong: ['mail.example', 'http://mail.example', 'smtp://'],
    extreme: ['smtps://u:p@mail.example', 'smtp://[::1]:25?requireTLS=true'],
  },
  MAIL_FROM: {
    wrong: ['Kanat', 'Kanat <kanat>', 'a@b.example, c@d.example'],
    extreme: ["Kanat 'Türbin' <a@b.example>", 'a@b.example'],
  },
  PROTECTED_USER_ID: number(1, Number.MAX_SAFE_INTEGER),
  SESSION_IDLE_HOURS: number(1, 8760),
  SESSION_DAYS: number(1, 365),
  REQUIRE_SECOND_FACTOR: { wrong: ['on', 'ALL', '1'], extreme: ['off', 'admins', 'all'] },
  TRUST_PROXY: number(0, 10),
  METRICS_TOKEN: { wrong: ['short'], extreme: ['x'.repeat(16), LONG] },
  LOG_LEVEL: { wrong: ['all', 'INFO', '30'], extreme: ['silent', 'trace'] },
  MAX_FILE_MB: number(1, 100_000),
  MAX_FILES: number(1, 10_000),
  MAX_MEGAPIXELS: number(1, 10_000),
  IMAGE_SECONDS: number(1, 3600),
  IMAGE_MEMORY_MB: number(128, 1_000_000),
  MIN_FREE_MB: number(0, 1_000_000),
  RESERVE_MB: number(0, 1000),
  REMEMBERED_MB: number(0, 100_000),
  STALL_SECONDS: number(1, 3600),
  DRAIN_SECONDS: number(0, 3600),
  SHUTDOWN_SECONDS: number(0, 3600),
  TIME_FACTOR: number(1, 100),
}

/** The variables that only the build of the pages reads. */
const OF_BUILD: Record<string, Values> = {
  PUBLIC_CONTACT_ENDPOINT: {
    wrong: ['api/contact', '//evil.example/x', 'https://', 'ftp://a.example', 'javascript:alert(1)'],
    extreme: ['/', '/api/contact', 'https://forms.example/a?b=c'],
  },
  PUBLIC_MOCK_TOKEN: { wrong: [], extreme: [LONG] },
}

const wrongValues = (table: Record<string, Values>) =>
  Object.entries(table).flatMap(([name, { wrong, beside }]) =>
    wrong.map((value) => [name, value, beside] as const),
  )
const extremeValues = (table: Record<string, Values>) =>
  Object.entries(table).flatMap(([name, { extreme, beside }]) =>
    extreme.map((value) => [name, value, beside] as const),
  )

describe('the server', () => {
  it('takes an empty value as none, for every variable', () => {
    const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  it('refuses every wrong value with one line that begins with the name of the variable', () => {
    for (const [name, value, beside] of wrongValues(VARIABLES)) {
      const read = () => readConfig({ [name]: value, ...beside })
      expect(read, `${name}=${value.slice(0, 40)}`).toThrow(ConfigError)
      expect(read, `${name}=${value.slice(0, 40)}`).toThrow(new RegExp(`^${name}: [^\\n]+\\.$`))
    }
  })

  it('takes every extreme value', () => {
    for (const [name, value, beside] of extremeValues(VARIABLES)) {
      expect(() => readConfig({ [name]: value, ...beside }), `${name}=${value.slice(0, 40)}`).not.toThrow()
    }
  })

  it('makes the public address of host and port, unless one is given', () => {
    const origin = (env: Record<string, string>) => readConfig(env).origin
    expect(origin({ PORT: '9000' })).toBe('http://127.0.0.1:9000')
    expect(origin({ HOST: '::', PORT: '80' })).toBe('http://[::]')
    expect(origin({ HOST: 'localhost', ORIGIN: '' })).toBe('http://localhost:8080')
    expect(origin({ ORIGIN: 'HTTPS://Kanat.Example:443//' })).toBe('https://kanat.example')
    expect(readConfig({ HOST: '::1' }).mailFrom).toBe('Kanat <no-reply@[IPv6:::1]>')
  })

  it.each(HAS_IPV6 ? ['::', '::1', 'localhost', '0.0.0.0'] : ['localhost', '0.0.0.0'])(
    'listens on %s',
    async (HOST) => {
      await using server = await ServerProcess.start(await temporaryFolder(), { HOST })
      const host = HOST.includes(':') ? '[::1]' : HOST
      const { port } = new URL(server.origin)
      expect((await fetch(`http://${host}:${port}/api/health`)).status).toBe(200)
      await server.end('SIGTERM')
    },
  )
})

describe('the build', () => {
  /** Reads the settings as the build does, in a process of its own, because it ends the process after a wrong value. */
  function read(env: Record<string, string>) {
    const program = `import { readBuildEnvironmentOrExit } from ${JSON.stringify(join(ROOT, 'site/build-environment.ts'))}
      console.log(JSON.stringify(readBuildEnvironmentOrExit()))`
    return spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
      cwd: ROOT,
      env: nodeEnvironment(env),
      encoding: 'utf8',
    })
  }

  it('reads the public address with the function of the server', () => {
    for (const env of [
      { PORT: '9000' },
      { ORIGIN: '' },
      { HOST: '::', ORIGIN: '' },
      { ORIGIN: 'https://kanat.example/' },
    ]) {
      expect(JSON.parse(read(env).stdout).origin).toBe(readConfig(env).origin)
    }
  })

  it('says every wrong value in a line, without a stack trace', () => {
    for (const [name, value] of [
      ...wrongValues(OF_BUILD),
      ['ORIGIN', 'https://kanat.example/portal'] as const,
    ]) {
      const { status, stderr } = read({ [name]: value })
      expect([name, value, status]).toEqual([name, value, 1])
      expect(stderr).toMatch(
        new RegExp(`^The pages cannot be built with this configuration\\.\\n${name}: [^\\n]+\\.\\n$`),
      )
    }
  })

  it('takes empty and extreme values', () => {
    for (const [name, value] of [
      ...extremeValues(OF_BUILD),
      ...Object.keys(OF_BUILD).map((name) => [name, ''] as const),
    ])
      expect([name, read({ [name]: value }).status]).toEqual([name, 0])
  })
})

it('reads every variable of a .env file that begins with a BOM, unless the process has it already', async () => {
  const [server, build] = ['server/infrastructure/config.ts', 'site/build-environment.ts'].map((file) =>
    JSON.stringify(join(ROOT, file)),
  )
  const values = Object.entries({ ...VARIABLES, ...OF_BUILD }).map(([name, { extreme, beside }]) => {
    const others = Object.entries(beside ?? {}).map(([other, value]) => `${other}='${value}'\n`)
    return { name, value: extreme[0], file: `\uFEFF${name}="${extreme[0]}"\n${others.join('')}` }
  })
  const program = `import { writeFileSync } from 'node:fs'
    import { environment, readConfig } from ${server}
    import { readBuildEnvironmentOrExit } from ${build}
    for (const { name, value, file } of ${JSON.stringify(values)})
      for (const read of [() => readConfig(environment()), readBuildEnvironmentOrExit])
        for (const former of [undefined, value]) {
          for (const other of Object.keys(process.env)) if (other !== 'PATH') delete process.env[other]
          if (former !== undefined) process.env[name] = former
          writeFileSync('.env', former === undefined ? file : file.replace('=', '=x'))
          read()
          if (process.env[name] !== value) console.log(name, process.env[name])
        }`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '-e', program],
    { cwd: await temporaryFolder(), env: nodeEnvironment(), encoding: 'utf8' },
  )
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})

it('knows every variable of .env.example', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8')
  const names = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual([...Object.keys(VARIABLES), ...Object.keys(OF_BUILD)].sort())
})
