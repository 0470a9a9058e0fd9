import type { ReactNode } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { PhotoGrid } from '#panel/photos/photo-grid.tsx'
import { Card } from '#panel/ui/card.tsx'
import { useText } from '#panel/words/use-text.ts'

export interface PhotoBlockProps {
  /** The id of the heading, unique on the page. */
  id: string
  /** The level of the heading. */
  level: 2 | 3
  title: string
  turbine: Turbine
  photos: Photo[]
  /** Shows the blade on each photo, for blocks with several blades. */
  showBlade?: boolean
  /** Shown in place of the photos if there are none. */
  empty: string
  /** The selects for what is shown. */
  selects: ReactNode
  /** Links and controls at the right. */
  actions?: ReactNode
}

interface PhotoBlockFrameProps extends PhotoBlockProps {
  /** Props of the element around everything, such as the handlers for dropped files. */
  frame?: React.HTMLAttributes<HTMLElement>
  /** Shown between the controls and the photos. */
  children?: ReactNode
}

/** Photos with their title and the selects above them. */
export function PhotoBlock({ frame, children, actions, ...block }: PhotoBlockFrameProps) {
  const text = useText()
  const { id, level, title, turbine, photos, showBlade = false, empty, selects } = block
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <Card
      as="section"
      aria-labelledby={id}
      {...frame}
      className={`scroll-mt-[calc(var(--below-bar)+0.75rem)] p-4 ${frame?.className ?? ''}`}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5">
        <Heading
          id={id}
          tabIndex={-1}
          className="mr-2 text-title font-semibold tracking-tight text-ink outline-none"
        >
          {title}
        </Heading>
        {selects}
        <p role="status" className="ml-2 text-body text-ink-soft">
          {photos.length > 0 && text('photos.count', { n: photos.length })}
        </p>
        <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
      </div>
      {children}
      {photos.length === 0 && <p className="py-7 text-center text-body text-ink-faint">{empty}</p>}
      <PhotoGrid id={id} turbine={turbine} photos={photos} showBlade={showBlade} />
    </Card>
  )
}
