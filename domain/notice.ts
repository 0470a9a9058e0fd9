import * as z from 'zod'
import { line } from '#domain/text/text.ts'
import { NOTICE_MAX_LENGTH } from './limits.ts'

const sentence = line(NOTICE_MAX_LENGTH).min(1)

/** The operator's notice to all panel users, such as planned downtime. */
export const Notice = z.strictObject({ tr: sentence, en: sentence })
export type Notice = z.infer<typeof Notice>
