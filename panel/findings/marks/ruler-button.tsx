import { Ruler } from 'lucide-react'
import type { FindingMeasure } from '#domain/findings/finding-type.ts'
import type { Photo } from '#domain/photo.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useMarking } from './marking.tsx'
import { usePhotoScale } from './photo-scale.ts'

/** What a photo does not show: how deep something goes, and how many there are. */
const NOT_SEEN: readonly FindingMeasure[] = ['depth_mm', 'count']

/** Measures on the photo for a field of the form. Without a scale it asks for a line of known length first. */
export function RulerButton({ photo, measure }: { photo: Photo; measure: FindingMeasure }) {
  const text = useText()
  const { measuring, measure: start, tool, choose } = useMarking()
  const { scale } = usePhotoScale(photo)
  if (NOT_SEEN.includes(measure)) return null
  const isPressed = measuring === measure
  const label = text('marks.ruler', { measure: text(`findings.measure.${measure}`) })
  return (
    <IconButton
      label={scale ? label : `${label}. ${text('marks.ruler.needsScale')}`}
      icon={Ruler}
      aria-pressed={isPressed}
      onClick={() => {
        start(scale && !isPressed ? measure : undefined)
        if (!scale) choose(tool === 'reference' ? undefined : 'reference')
        else if (tool) choose(undefined)
      }}
    />
  )
}
