/**
 * The process that fills the demo. Its end frees the memory of the pictures. It says when the first company is shown. For 'pause' it ends
 * its running calls and says so, because a server that starts removes unfinished uploads; any other message ends the pause.
 */
import { constants, setPriority } from 'node:os'
import type { Api } from '../api.ts'
import { fillDemo } from './fill.ts'

/** The message of this process to its parent. */
export type FillNews = { done: number; all: number } | 'first-company-shown' | 'paused'

// The build and the server come first: the drawing takes what they leave. Threads that start later inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('No folder.')
// The parent process has ended, so it cannot write the marker any more.
process.once('disconnect', () => process.exit(1))
const watcher = {
  progress: (done: number, all: number) => tell({ done, all }),
  firstCompanyShown: () => tell('first-company-shown'),
}
await fillDemo(dataDir, watcher, obey)
process.exit()

function obey(api: Api): void {
  process.on('message', (message) => {
    if (message === 'pause') api.pause(() => tell('paused'))
    else api.resume()
  })
}

function tell(news: FillNews): void {
  process.send?.(news)
}
