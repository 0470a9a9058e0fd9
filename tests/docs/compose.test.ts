import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'

interface Service {
  image: string
  profiles: string[]
  environment: Record<string, string | number>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: object
  volumes?: string[]
  stop_grace_period?: string
}

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const compose = load(read('deploy/compose.yaml')) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const services = Object.entries(compose.services)
const servers = services.filter(([, { image }]) => image === 'kanat')
const SECRETS = { POSTGRES_PASSWORD: 'ab'.repeat(32), BUCKET_PASSWORD: 'cd'.repeat(32) }

/** The variables of a server, as Compose sets them. */
function environmentOf({ environment }: Service): Record<string, string> {
  const values: Record<string, string> = { ...SECRETS, METRICS_TOKEN: 'a-token-for-metrics' }
  const fill = (value: string) =>
    value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => values[name] ?? otherwise)
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]))
}

/** The variables of a file in the syntax of `.env`, also those that are only comments. */
function variablesOf(path: string): string[] {
  return [...read(path).matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name as string)
}

describe('deploy/compose.yaml', () => {
  test('gives a server only variables of .env.example', () => {
    const known = [...variablesOf('.env.example'), 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
    for (const [, server] of servers) {
      expect(Object.keys(server.environment).filter((name) => !known.includes(name))).toEqual([])
    }
  })

  test('gives a server values that it accepts, and more time to stop than it takes', () => {
    expect(servers.map(([name]) => name)).toEqual(['kanat', 'kanat-1', 'kanat-2'])
    for (const [name, server] of servers) {
      const config = readConfig(environmentOf(server))
      const isAlone = name === 'kanat'
      expect(config.trustProxy).toBe(1)
      // Servers of one database sign with one key.
      expect(config.secretsDir).toBe(isAlone ? join(config.dataDir, 'secrets') : '/secrets')
      if (!isAlone) expect(server.volumes).toContain('secrets:/secrets')
      expect(config.databaseUrl).toBe(
        isAlone ? undefined : `postgres://kanat:${SECRETS.POSTGRES_PASSWORD}@database:5432/kanat`,
      )
      expect(config.bucket).toEqual(
        isAlone
          ? undefined
          : expect.objectContaining({ bucket: 'kanat', endpoint: 'http://bucket:3900', region: 'garage' }),
      )
      expect(Number.parseInt(server.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(
        config.drainMs + config.shutdownMs,
      )
    }
  })

  test('waits only for services of the same profile, and for the health of those that have a check', () => {
    for (const [, { profiles, depends_on = {} }] of services) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const needed = compose.services[name]
        expect(needed?.profiles).toEqual(profiles)
        expect(condition).toBe('service_healthy')
        // The check of the servers is in their image.
        expect(needed?.healthcheck !== undefined || needed?.image === 'kanat').toBe(true)
      }
    }
  })

  test('declares the volumes that it uses, and pins every image of others', () => {
    const used = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0] ?? ''),
    )
    expect([...new Set(used.filter((name) => !name.startsWith('.')))].sort()).toEqual(
      Object.keys(compose.volumes).sort(),
    )
    for (const [, { image }] of services) expect(image).toMatch(/^kanat$|:v?\d+\S*$/)
  })
})

describe('.env.example', () => {
  test('has every variable that the server and the build read', () => {
    const read = ['domain/origin.ts', 'server/infrastructure/config.ts', 'site/build-environment.ts'].flatMap(
      (file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(/^ {2}([A-Z_]+): /gm)],
    )
    expect(variablesOf('.env.example').sort()).toEqual([...new Set(read.map(([, name]) => name))].sort())
  })
})
