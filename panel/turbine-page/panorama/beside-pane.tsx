import { CircleSlash, Images } from 'lucide-react'
import type { Photo } from '#domain/photo.ts'
import { StageMessage } from '#panel/panorama/stage-message.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { PanoramaLoading, PhotoPanorama } from './photo-panorama.tsx'
import type { Split } from './use-split.ts'

/** The photo of another year in the split view, or a message why there is none. */
export function BesidePane({ turbineId, split }: { turbineId: number; split: Split }) {
  const text = useText()
  return (
    <section aria-label={text('panorama.split.second')} className="absolute inset-0 bg-lightbox">
      <Shown turbineId={turbineId} split={split} photo={split.photo} />
    </section>
  )
}

interface ShownProps {
  turbineId: number
  split: Split
  photo: Photo | undefined
}

function Shown({ turbineId, split, photo }: ShownProps) {
  const text = useText()
  if (!photo) {
    return (
      <StageMessage
        icon={Images}
        title={text('panorama.split.none')}
        action={<Button onClick={split.close}>{text('compare.close')}</Button>}
      >
        {text('panorama.split.none.text')}
      </StageMessage>
    )
  }
  if (split.areDifferent) {
    return (
      <StageMessage alert icon={CircleSlash} title={text('panorama.split.different')}>
        {text('panorama.split.different.text')}
      </StageMessage>
    )
  }
  if (split.isLoading) return <PanoramaLoading />
  return <PhotoPanorama turbineId={turbineId} photo={photo} onView={split.setSecondView} takesFocus={false} />
}
