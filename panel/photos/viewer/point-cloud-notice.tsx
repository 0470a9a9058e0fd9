import { Box, Rotate3d } from 'lucide-react'
import { useText } from '#panel/words/use-text.ts'

/** Shown instead of a picture for a PCD file, with a button that opens the view of the cloud. */
export function PointCloudNotice({ onOpen }: { onOpen: () => void }) {
  const text = useText()
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center px-24 text-center">
      <Box aria-hidden className="size-14 text-viewer-ink-soft" strokeWidth={1} />
      <p className="mt-6 text-title font-medium">{text('viewer.pcd.title')}</p>
      <p className="mt-1.5 max-w-[48ch] text-lead text-viewer-ink-soft">{text('viewer.pcd.text')}</p>
      <button
        type="button"
        onClick={onOpen}
        className="mt-6 inline-flex h-control-large cursor-pointer items-center gap-2 rounded bg-viewer-ink px-5 text-lead font-medium text-viewer"
      >
        <Rotate3d aria-hidden className="size-5" />
        {text('viewer.pcd.open')}
      </button>
    </div>
  )
}
