import { stat } from 'node:fs/promises'

/** True for what was written before `time`. What is gone by now is not older. */
export async function isOlder(path: string, time: Date): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time.getTime()
  } catch {
    return false
  }
}
