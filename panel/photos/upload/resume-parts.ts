import { networkError, RequestError } from '#panel/api/request-error.ts'
import { isSameTarget } from '#panel/outbox/staged-file.ts'
import type { StagedStore } from '#panel/outbox/staged-store.ts'
import { partSender } from './part-sender.ts'
import type { StagedPhoto } from './staged-files.ts'
import type { UploadTarget } from './upload-target.ts'

/** How often an upload asks the server for its current position after the server has refused a part. */
const ASK_AGAIN_MAX = 3

/**
 * Sends a file in parts, from where an earlier upload to the same target stopped.
 *
 * @throws as `sendInParts`
 */
export async function resumeParts(
  store: StagedStore<UploadTarget>,
  { id, file, target }: StagedPhoto,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { sendInParts, endParts } = await partSender.load().catch((error) => {
    throw networkError(error)
  })
  for (let asked = 0; ; asked += 1) {
    const begun = await store.findBegun(id)
    const continues = begun && isSameTarget(begun.target, target)
    // The target of an upload cannot be changed on the server, so an upload that began for another room is ended.
    if (begun && !continues) await endParts(begun.address).catch(() => undefined)
    try {
      await sendInParts(target, file, {
        address: continues ? begun.address : undefined,
        onAddress: (address) => void store.keepBegun(id, { address, target }),
        onProgress,
        signal,
      })
      return await store.forgetBegun(id)
    } catch (error) {
      if (asked >= ASK_AGAIN_MAX || !hasMoved(error)) throw error
    }
  }
}

/** True if the upload has another position on the server, or does not exist there any more. */
function hasMoved(error: unknown): boolean {
  return error instanceof RequestError && ['upload_conflict', 'upload_not_found'].includes(error.code)
}
