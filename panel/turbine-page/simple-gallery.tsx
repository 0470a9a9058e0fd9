import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { dronePhotosAddress, operatorPhotosAddress } from '#domain/panel-addresses.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { PhotoImage } from '#panel/photos/photo-image.tsx'
import { coverSizes, gridSources } from '#panel/photos/photo-sizes.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useText } from '#panel/words/use-text.ts'

const CARDS = [
  { category: 'drone', addressOf: dronePhotosAddress },
  { category: 'operator', addressOf: operatorPhotosAddress },
] as const

interface SimpleGalleryProps {
  turbine: Turbine
  /** Every photo of the turbine, newest first. */
  photos: Photo[]
}

/** The simple mode of the turbine's page: one card for drone photos and one for operator photos. */
export function SimpleGallery({ turbine, photos }: SimpleGalleryProps) {
  const text = useText()
  return (
    <section aria-labelledby="gallery-title">
      <h2 id="gallery-title" className="mb-4 text-section font-semibold tracking-tight text-ink">
        {text('photos.gallery.title')}
      </h2>
      <ul className="grid grid-cols-2 gap-6">
        {CARDS.map(({ category, addressOf }) => {
          const ofCategory = photos.filter((photo) => photo.category === category)
          return (
            <Card as="li" key={category} className="overflow-hidden">
              <Cover photo={ofCategory.find(({ thumb_url }) => thumb_url !== null)} />
              <div className="flex items-center justify-between gap-4 p-5">
                <div>
                  <h3 className="text-title font-semibold tracking-tight text-ink">
                    {text('photos.ofCategory', { category })}
                  </h3>
                  <p className="mt-0.5 text-body text-ink-soft">
                    {text('photos.count', { n: ofCategory.length })}
                  </p>
                </div>
                <Link
                  to={addressOf(turbine.id)}
                  aria-label={text('photos.page', { category })}
                  className={buttonClass('primary')}
                >
                  {text('photos.page.open')}
                  <ArrowRight aria-hidden className="size-4" />
                </Link>
              </div>
            </Card>
          )
        })}
      </ul>
    </section>
  )
}

/** The newest picture of a card. */
function Cover({ photo }: { photo: Photo | undefined }) {
  const className = 'aspect-16/9 w-full bg-surface-sunken'
  if (!photo?.thumb_url) return <div className={className} />
  return (
    <PhotoImage
      src={photo.thumb_url}
      srcSet={gridSources(photo)}
      sizes={coverSizes(photo, '50vw', 16 / 9)}
      alt=""
      className={`object-cover ${className}`}
    />
  )
}
