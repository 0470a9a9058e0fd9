import type { ReactNode } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import type { MarkTool } from '#panel/ui/keys/mark-keys.ts'
import type { KeyScreen } from '#panel/ui/keys/screen-keys.ts'
import { useText } from '#panel/words/use-text.ts'
import { KeyList } from './key-list.tsx'
import { MarkEditor } from './mark-editor.tsx'
import { MarkToolbar } from './mark-tools.tsx'
import { useMarking } from './marking.tsx'
import { usePhotoScale } from './photo-scale.ts'
import { ReferenceForm } from './reference-form.tsx'
import { usePhotoMarks } from './use-photo-marks.ts'

interface MarkPanelsProps {
  photo: Photo
  surface: ShapeSurface
  /** The tools that this picture has. */
  tools: readonly MarkTool[]
  /** The screen of which the help lists the keys, and what else is there for them. */
  screen: KeyScreen
  canCompare: boolean
  /** What else can be done with a finding. */
  links?: (finding: Finding) => ReactNode
}

/** What to draw, while something is measured for the open form. */
function RulerHint() {
  const text = useText()
  const { measuring, tool } = useMarking()
  const isReference = tool === 'reference'
  const kind = measuring === 'area_cm2' ? 'area' : 'line'
  return (
    <p role="status" className="pointer-events-none absolute inset-x-0 top-3 flex justify-center">
      {(measuring || isReference) && (
        <span className="rounded bg-lightbox/85 px-3 py-1.5 text-note text-lightbox-ink">
          {text(isReference ? 'marks.hint.reference' : `marks.hint.ruler.${kind}`)}
        </span>
      )}
    </p>
  )
}

/**
 * Says above the photo what could not be loaded for it: without its findings it would look sound, and without its scale it would be
 * measured again.
 */
function NotLoaded({ photo, hasScale }: { photo: Photo; hasScale: boolean }) {
  const text = useText()
  const { query: findings } = usePhotoMarks(photo)
  const { query: scale } = usePhotoScale(photo)
  const look = 'pointer-events-auto rounded bg-surface px-3 py-1.5'
  return (
    <div
      data-theme="dark"
      className="pointer-events-none absolute inset-x-3 top-14 flex flex-col items-center gap-2"
    >
      <LoadFailure query={findings} title={text('findings.failed')} className={look} />
      {hasScale && <LoadFailure query={scale} title={text('marks.reference.failed')} className={look} />}
    </div>
  )
}

/** What is shown above the photo for marking: the tools and the form. */
export function MarkPanels({ photo, surface, tools, screen, canCompare, links }: MarkPanelsProps) {
  const { reference, askForLength } = useMarking()
  const ownReference = reference?.photoId === photo.id ? reference : undefined
  const { open } = usePhotoMarks(photo)
  const { save } = usePhotoScale(photo)
  return (
    <>
      {/* Beside an open form there would be too little room for both. */}
      {!open && !ownReference && <MarkToolbar tools={tools} />}
      {open && <RulerHint />}
      <NotLoaded photo={photo} hasScale={tools.includes('reference')} />
      <KeyList
        screen={screen}
        conditions={[
          ...(tools.includes('reference') ? (['scale'] as const) : []),
          ...(canCompare ? (['compare'] as const) : []),
        ]}
      />
      {!ownReference && <MarkEditor photo={photo} surface={surface} links={links} />}
      {ownReference && (
        <ReferenceForm
          surface={surface}
          line={ownReference}
          typed={ownReference.typed}
          onType={(typed) => askForLength({ ...ownReference, typed })}
          onKeep={(mm) => save({ from: ownReference.from, to: ownReference.to, mm })}
          onClose={() => {
            askForLength(null)
            surface.focusTarget()?.focus()
          }}
        />
      )}
    </>
  )
}
