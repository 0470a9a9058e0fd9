import type { ReactNode } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { MarkEditor } from './mark-editor.tsx'
import type { MarkTool } from './mark-keys.ts'
import { MarkToolbar } from './mark-tools.tsx'
import { useMarking } from './marking.tsx'
import { ReferenceForm } from './reference-form.tsx'
import { usePhotoMarks } from './use-photo-marks.ts'

interface MarkPanelsProps {
  photo: Photo
  surface: ShapeSurface
  /** The tools that this picture has. */
  tools: readonly MarkTool[]
  /** What else can be done with a finding. */
  links?: (finding: Finding) => ReactNode
}

/** What is shown above the photo for marking: the tools and the form. */
export function MarkPanels({ photo, surface, tools, links }: MarkPanelsProps) {
  const { reference, askForLength } = useMarking()
  const ownReference = reference?.photoId === photo.id ? reference : undefined
  const { open } = usePhotoMarks(photo)
  return (
    <>
      {/* Beside an open form there would be too little room for both. */}
      {!open && !ownReference && <MarkToolbar tools={tools} />}
      <MarkEditor photo={photo} surface={surface} links={links} />
      {ownReference && (
        <ReferenceForm
          {...ownReference}
          onType={(typed) => askForLength({ ...ownReference, typed })}
          onClose={() => {
            askForLength(null)
            surface.focus()
          }}
        />
      )}
    </>
  )
}
