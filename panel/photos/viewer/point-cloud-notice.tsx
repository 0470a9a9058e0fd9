import { Box, Rotate3d } from 'lucide-react'
import { useText } from '#panel/words/use-text.ts'
import { ViewerMessage } from './viewer-message.tsx'

/** Shown instead of a picture for a PCD file, with a button that opens the view of the cloud. */
export function PointCloudNotice({ onOpen }: { onOpen: () => void }) {
  const text = useText()
  return (
    <ViewerMessage icon={<Box aria-hidden className="size-14" strokeWidth={1} />}>
      <div>
        <p className="text-title font-medium">{text('viewer.pcd.title')}</p>
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
