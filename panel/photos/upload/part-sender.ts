import { lateScript } from '#panel/ui/late-scripts/late-script.ts'

/** Sends large files in parts. Its script contains the tus protocol. */
export const partSender = lateScript(() => import('./send-in-parts.ts'))
