import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { Notice } from '#domain/notice.ts'
import { NOTICE_FILE } from '#server/infrastructure/disk/data-folder.ts'
import { unlessMissing } from '#server/infrastructure/disk/missing-files.ts'

/** @returns null without a notice; also if the file is unreadable or invalid, which is logged */
export async function readNotice(dataDir: string, log: Logger): Promise<Notice | null> {
  let text: string | undefined
  try {
    text = await readFile(join(dataDir, NOTICE_FILE), 'utf8').catch(unlessMissing)
  } catch (error) {
    log.warn({ err: error }, `${NOTICE_FILE} cannot be read`)
  }
  if (text === undefined) return null
  try {
    return Notice.parse(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error }, `${NOTICE_FILE} is invalid; it needs a sentence as "tr" and one as "en"`)
    return null
  }
}
