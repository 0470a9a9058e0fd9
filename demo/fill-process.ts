/** The process that fills the demo. Its end frees the memory of the pictures. */
import { fillDemo } from './fill.ts'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('Which folder?')
// The parent process has ended, so it cannot write the marker any more.
process.once('disconnect', () => process.exit(1))
await fillDemo(dataDir, (done, all) => process.send?.({ done, all }))
process.exit()
