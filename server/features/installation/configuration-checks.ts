import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGES_FOLDER } from '#server/core/http/static-pages.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { probeMailServer } from '#server/infrastructure/mail/probe-mail-server.ts'
import type { Finding } from './finding.ts'

/** True for a server that people reach over the network: Kanat speaks no TLS itself, so it is behind a proxy. */
const isPublic = ({ origin }: Config) => origin.startsWith('https:')

/** The checks of the configuration alone, which also work if the installation cannot be opened. */
export const CONFIGURATION_CHECKS = {
  async mail(config: Config): Promise<Finding> {
    if (config.smtpUrl === undefined) return { problems: ['mail_not_set'] }
    const values = { host: new URL(config.smtpUrl).hostname }
    const failure = await probeMailServer(config)
    if (failure === undefined) return { problems: [], values }
    return { problems: ['mail_unreachable'], values: { ...values, reason: failure } }
  },

  async address(config: Config): Promise<Finding> {
    const values = { address: config.origin }
    if (!isPublic(config)) return { problems: ['address_not_https'], values }
    const built = await readBuiltOrigin()
    if (built === undefined || built === config.origin) return { problems: [], values }
    return { problems: ['address_not_built'], values: { ...values, built } }
  },

  proxy(config: Config): Finding {
    const isUncounted = isPublic(config) && config.trustProxy === 0
    return { problems: isUncounted ? ['proxy'] : [], values: { proxies: config.trustProxy } }
  },

  second_factor(config: Config): Finding | undefined {
    if (config.secondFactorRule !== 'off') return { problems: [], values: { rule: config.secondFactorRule } }
    return isPublic(config) ? { problems: ['second_factor_off'] } : undefined
  },

  contact(config: Config): Finding | undefined {
    if (!isPublic(config)) return undefined
    return { problems: config.contactEndpoint === '' ? ['contact_simulated'] : [] }
  },
}

/** The address that the pages were built for. Undefined without pages. */
async function readBuiltOrigin(): Promise<string | undefined> {
  const page = await readFile(join(PAGES_FOLDER, 'index.html'), 'utf8').catch(() => '')
  const link = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]
  return link === undefined ? undefined : URL.parse(link)?.origin
}
