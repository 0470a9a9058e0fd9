import type { QueryClient } from '@tanstack/react-query'
import { findPhotoNamed } from '#panel/data/photos.ts'
import { lateScript } from '#panel/ui/late-scripts/late-script.ts'

const fileHash = lateScript(() => import('./file-hash.ts'))

/** True if the turbine has a photo with the name and the content of the file, as after an upload whose answer was lost. */
export async function isStoredPhoto(
  queryClient: QueryClient,
  turbineId: number,
  file: File,
): Promise<boolean> {
  const photo = await findPhotoNamed(queryClient, turbineId, file.name)
  if (photo?.size !== file.size) return false
  const { hashFile } = await fileHash.load()
  return (await hashFile(file)) === photo.sha256
}
