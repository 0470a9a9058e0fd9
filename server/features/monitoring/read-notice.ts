import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Notice } from '#domain/notice.ts'

/** The file in the data folder with the notice. Whoever runs the server writes it, and removes it when it is over. */
export const NOTICE_FILE = 'notice.json'

/** @returns null if there is no notice; also if the file cannot be read or is no notice, which the log then says */
export async function readNotice(dataDir: string, log: Logger): Promise<Notice | null> {
  try {
    return Notice.parse(JSON.parse(await readFile(join(dataDir, NOTICE_FILE), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, `${NOTICE_FILE} is no notice; it needs a sentence as "tr" and one as "en"`)
    return null
  }
}
