/** A process of its own for filling the demo: the pictures' memory goes with it. */
import { fillDemo } from './fill.ts'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('Which folder?')
await fillDemo(dataDir, (done, all) => process.send?.({ done, all }))
process.disconnect()
