/** A process of its own for filling the demo: the pictures' memory goes with it. */
import { fillDemo } from './fill.ts'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('Which folder?')
// Whoever asked for the demo is gone: nobody would write the marker.
process.once('disconnect', () => process.exit(1))
await fillDemo(dataDir, (done, all) => process.send?.({ done, all }))
process.exit()
