import { stat } from 'node:fs/promises'

/** True if the file was written before `time`. False if it does not exist any more. */
export async function isOlder(path: string, time: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time.getTime()
  } catch {
    return false
  }
}
