import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** @param path of a new file @throws the error of a full disk below that many free bytes */
export async function refuseWithoutRoom(path: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < bytes)
    throw Object.assign(new Error('Too little free disk space.'), { code: 'ENOSPC' })
}
