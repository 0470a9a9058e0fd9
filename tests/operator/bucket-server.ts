/** The buckets `kanat` and `second` on port 9000 of the machine. */
import { writeFileSync } from 'node:fs'
import { startFauxqs } from 'fauxqs'

const storage = await startFauxqs({ port: 9000, logger: false })
for (const name of ['kanat', 'second']) storage.createBucket(name)
writeFileSync('/run/bucket-is-ready', '')
