import { Ruler } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import type { FindingMeasure } from '#domain/findings/finding-type.ts'
import type { Photo } from '#domain/photo.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { measureText } from '#domain/text/typed-number.ts'
import { Button } from '#panel/ui/button.tsx'
import { measuresOf } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import type { FindingValues } from '../finding-values.ts'
import { measureShape } from './measure-shape.ts'
import { usePhotoScale } from './photo-scale.ts'

interface MeasuredShapeProps {
  photo: Photo
  shape: FindingShape
  values: FindingValues
  onChange: (values: FindingValues) => void
}

/** Fills in what the shape measures, if the photo has a scale: what the type asks for, otherwise length and width. */
export function MeasuredShape({ photo, shape, values, onChange }: MeasuredShapeProps) {
  const text = useText()
  const { locale, formatNumber } = useIntl()
  const { scale } = usePhotoScale(photo)
  const measured = scale && measureShape(shape, photo, scale)
  if (!measured) return null
  const asked = values.type === undefined ? [] : measuresOf(values.type)
  const known = asked.filter((measure) => measured[measure] !== undefined)
  const offered: FindingMeasure[] = known.length > 0 ? known : ['length_mm', 'width_mm']
  const filled = offered.map((measure) => [measure, measureText(locale, measured[measure] ?? 0)])
  const words = offered.map(
    (measure) =>
      `${text(`findings.measure.${measure}`)} ${formatNumber(measured[measure] ?? 0, MEASURE_FORMAT)}`,
  )
  return (
    <Button
      variant="outline"
      size="small"
      icon={Ruler}
      onClick={() => onChange({ ...values, measures: { ...values.measures, ...Object.fromEntries(filled) } })}
      className="h-auto! justify-start! py-1.5 text-left whitespace-normal"
    >
      {text('marks.measured', { values: words.join(' · ') })}
    </Button>
  )
}
