import { FolderDown } from 'lucide-react'
import { ARCHIVE_PHOTOS_MAX } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { orderArchive } from '#panel/data/photos.ts'
import { Button } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { startDownload } from '#panel/ui/save-file.ts'
import { useText } from '#panel/words/use-text.ts'

/** The button that downloads the selected photos as one ZIP. The browser shows the progress of the download. */
export function DownloadSelected({ turbine, photos }: { turbine: Turbine; photos: Photo[] }) {
  const text = useText()
  const notify = useNotify()
  const { mutate, isPending } = useApiMutation({
    name: ['photo.archive', turbine.id],
    call: (ids: number[]) => orderArchive(turbine.id, ids),
    onSuccess: ({ url }) => startDownload(url),
    failureToast: (error) => ({ title: text('list.download.failed'), message: errorText(text, error) }),
  })

  function download() {
    if (photos.length <= ARCHIVE_PHOTOS_MAX) return mutate(photos.map(({ id }) => id))
    const message = text('list.download.tooMany', { max: ARCHIVE_PHOTOS_MAX })
    notify({ tone: 'warning', title: text('list.download.failed'), message, stays: true })
  }

  return (
    <Button size="small" icon={FolderDown} busy={isPending} onClick={download}>
      {text(isPending ? 'list.download.busy' : 'list.download')}
    </Button>
  )
}
