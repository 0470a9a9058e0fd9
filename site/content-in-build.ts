import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { checkContent } from './content-check/check-content.ts'
import { faultLine } from './content-check/fault.ts'

/** Ends the build with a line for each fault of `content/`; `astro dev` prints them at its start and after each change. */
export function contentInBuild(): AstroIntegration {
  let folder = ''
  return {
    name: 'content',
    hooks: {
      'astro:config:setup': async ({ command, config, logger }) => {
        folder = fileURLToPath(new URL('content', config.root))
        if (command !== 'build') return
        const faults = await checkContent(folder)
        for (const fault of faults) logger.error(faultLine(fault))
        // Astro would print a thrown error with its stack trace.
        if (faults.length > 0) process.exit(1)
      },
      'astro:server:setup': ({ server, logger }) => {
        const warn = async () => {
          // A file may disappear while it is read.
          const faults = await checkContent(folder).catch((error) => [{ file: '', problem: String(error) }])
          for (const fault of faults) logger.warn(faultLine(fault))
        }
        void warn()
        server.watcher.on('all', (_, file) => {
          if (file.startsWith(folder)) void warn()
        })
      },
    },
  }
}
