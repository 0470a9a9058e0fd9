import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { Photo } from '#domain/photo.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { MarkLayer } from '#panel/findings/marks/mark-layer.tsx'
import { MarkPanels } from '#panel/findings/marks/mark-panels.tsx'
import { useMarking } from '#panel/findings/marks/marking.tsx'
import type { AnnotationEditor } from '#panel/panorama/annotations/annotation-editor.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { MARK_TOOLS } from '#panel/ui/keys/mark-keys.ts'
import { panoramaSurface } from './panorama-surface.ts'
import { isSidebarOpen } from './sidebar-choice.ts'

/** On a sphere there is no scale: the distance to the wall, and with it the length of a degree, is another one everywhere. */
const SPHERE_TOOLS = MARK_TOOLS.filter((tool) => tool !== 'reference')

interface PanoramaMarksProps {
  photo: Photo
  panorama: Panorama
  view: PanoramaView
  /** The tools for annotations: only they or those for findings are open. */
  editor: AnnotationEditor
  /** True if there is a photo of another year. */
  canCompare: boolean
  links: (finding: Finding) => ReactNode
}

/** The findings on the 360° view, and the form of the open one. */
export function PanoramaMarks({ photo, panorama, view, editor, canCompare, links }: PanoramaMarksProps) {
  useSignals()
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const { tool, choose } = useMarking()
  const element = layer?.parentElement
  const surface = useMemo(
    () => (element ? panoramaSurface(view, panorama, element) : undefined),
    [view, panorama, element],
  )
  const isAnnotating = editor.isOpen.value

  useEffect(() => {
    if (tool) editor.close()
  }, [tool, editor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening the annotations counts
  useEffect(() => {
    if (isAnnotating) choose(undefined)
  }, [isAnnotating])

  return (
    <div ref={setLayer} className="pointer-events-none absolute inset-0 overflow-hidden">
      {surface && (
        <>
          <MarkLayer photo={photo} surface={surface} />
          <div className={`absolute top-15 right-0 bottom-20 ${isSidebarOpen.value ? 'left-80' : 'left-0'}`}>
            <MarkPanels
              photo={photo}
              surface={surface}
              tools={panorama.sphere ? SPHERE_TOOLS : MARK_TOOLS}
              screen="panorama"
              canCompare={canCompare}
              links={links}
            />
          </div>
        </>
      )}
    </div>
  )
}
