import { Box, Rotate3d } from 'lucide-react'
import { cloudKind } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import { ViewerMessage } from './viewer-message.tsx'

interface PointCloudNoticeProps {
  /** Of the file. */
  name: string
  onOpen: () => void
}

/** Shown instead of a picture for a point cloud, with a button that opens its view. */
export function PointCloudNotice({ name, onOpen }: PointCloudNoticeProps) {
  const text = useText()
  return (
    <ViewerMessage icon={<Box aria-hidden className="size-14" strokeWidth={1} />}>
      <div>
        <p className="text-title font-medium">
          {text('viewer.pcd.title', { kind: cloudKind(name) ?? 'PCD' })}
        </p>
        <p className="mt-1.5 max-w-[48ch] text-viewer-ink-soft">{text('viewer.pcd.text')}</p>
      </div>
      <button
        type="button"
        onClick={onOpen}
        className="inline-flex h-control-large cursor-pointer items-center gap-2 rounded bg-viewer-ink px-5 text-lead font-medium text-viewer"
      >
        <Rotate3d aria-hidden className="size-5" />
        {text('viewer.pcd.open')}
      </button>
    </ViewerMessage>
  )
}
