/** A bucket of an object storage in its own process, so that it takes no time from the client. */
import { startFauxqs } from 'fauxqs'

const storage = await startFauxqs({ port: 0, logger: false })
storage.createBucket('kanat')
console.log(storage.port)
