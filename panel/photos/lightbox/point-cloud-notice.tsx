import { Box, Rotate3d } from 'lucide-react'
import { cloudKind } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import { LightboxMessage } from './lightbox-message.tsx'

interface PointCloudNoticeProps {
  /** Of the file. */
  name: string
  onOpen: () => void
}

/** Shown instead of a picture for a point cloud, with a button that opens its view. */
export function PointCloudNotice({ name, onOpen }: PointCloudNoticeProps) {
  const text = useText()
  return (
    <LightboxMessage icon={<Box aria-hidden className="size-14" strokeWidth={1} />}>
      <div>
        <p className="text-title font-medium">
          {text('lightbox.pcd.title', { kind: cloudKind(name) ?? 'PCD' })}
        </p>
        <p className="mt-1.5 max-w-[48ch] text-lightbox-ink-soft">{text('lightbox.pcd.text')}</p>
      </div>
      <button
        type="button"
        onClick={onOpen}
        className="inline-flex h-control-large cursor-pointer items-center gap-2 rounded bg-lightbox-ink px-5 text-lead font-medium text-lightbox"
      >
        <Rotate3d aria-hidden className="size-5" />
        {text('lightbox.pcd.open')}
      </button>
    </LightboxMessage>
  )
}
