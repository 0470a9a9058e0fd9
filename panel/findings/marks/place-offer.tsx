import { MapPin } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { offerPlace } from '#domain/findings/offered-place.ts'
import type { Photo } from '#domain/photo.ts'
import { METRES_FORMAT } from '#domain/text/number-formats.ts'
import { typedText } from '#domain/text/typed-number.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useMarking } from './marking.tsx'

interface PlaceOfferProps {
  photo: Photo
  /** Of the turbine. */
  findings: readonly Finding[]
  onTake: (place: string) => void
}

/** Offers the distance that the findings around the photo suggest, or says which part of the blade its room is. Nothing is filled in by itself. */
export function PlaceOffer({ photo, findings, onTake }: PlaceOfferProps) {
  const text = useText()
  const { locale, formatNumber } = useIntl()
  const { turbine } = useMarking()
  const offer = offerPlace(photo, findings, turbine.blade_length)
  if (!offer) return null
  const metres = formatNumber(offer.metres, METRES_FORMAT)
  if (offer.from === 'room') {
    const to = formatNumber(offer.to, METRES_FORMAT)
    return <p className="mt-1 text-caption text-ink-soft">{text('findings.place.room', { metres, to })}</p>
  }
  return (
    <Button
      variant="outline"
      size="small"
      icon={MapPin}
      onClick={() => onTake(typedText(locale, offer.metres))}
      className="mt-1.5"
    >
      {text(`findings.place.from.${offer.from}`, { metres })}
    </Button>
  )
}
