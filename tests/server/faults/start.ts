/** Starts a server but does not listen, for tests that kill it during the start: `node start.ts DATA_DIR`. */
import pino from 'pino'
import { readConfig } from '#server/infrastructure/config.ts'
import { startServer } from '#server/start/start-server.ts'
import { SUPERADMIN } from '../../support/servers/server-process.ts'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('The argument DATA_DIR is missing.')
const config = readConfig({
  DATA_DIR: dataDir,
  SUPERADMIN_EMAIL: SUPERADMIN.email,
  SUPERADMIN_PASSWORD: SUPERADMIN.password,
})
const { close } = await startServer(config, pino({ level: 'silent' }))
await close()
