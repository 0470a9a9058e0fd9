import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MIB } from '#domain/limits.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { LAST_BACKUP_FILE } from '#server/infrastructure/disk/data-folder.ts'
import { freeBytes } from '#server/infrastructure/disk/disk-errors.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'
import type { Finding } from './finding.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The age of a backup that should be made each night, with one night that failed unnoticed. */
const BACKUP_DAYS_MAX = 2
/** Free bytes below which an operator should act: about a thousand photos. */
const FREE_BYTES_MIN = 10 * 1024 * MIB
const GIB = 1024 * MIB

/** The checks of the machine, which also work if the installation cannot be opened. */
export const MACHINE_CHECKS = {
  async backup({ dataDir }: Config): Promise<Finding> {
    const found = await stat(join(dataDir, LAST_BACKUP_FILE)).catch(unlessMissing)
    if (found === undefined) return { problems: ['backup_unknown'] }
    const days = Math.max(0, Math.floor((Date.now() - found.mtimeMs) / DAY_MS))
    return { problems: days > BACKUP_DAYS_MAX ? ['backup_old'] : [], values: { days } }
  },

  async disk({ dataDir, minFreeBytes }: Config): Promise<Finding> {
    const free = await freeBytes(dataDir)
    const isLow = free < Math.max(FREE_BYTES_MIN, minFreeBytes)
    return { problems: isLow ? ['disk_low'] : [], values: { free: Math.round((free / GIB) * 10) / 10 } }
  },

  async versions(): Promise<Finding> {
    const file = join(import.meta.dirname, '..', '..', '..', 'package.json')
    const { version, dependencies } = JSON.parse(await readFile(file, 'utf8'))
    const values = { kanat: version, node: process.versions.node, wanted: dependencies.node }
    return { problems: values.node === values.wanted ? [] : ['node_differs'], values }
  },
}
