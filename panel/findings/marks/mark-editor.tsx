import { useSignals } from '@preact/signals-react/runtime'
import { Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { historyOf } from '#domain/findings/finding-links.ts'
import type { Photo } from '#domain/photo.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { DeleteFinding } from '../detail/delete-finding.tsx'
import { FindingOverview } from '../detail/finding-overview.tsx'
import { FindingForm } from '../finding-form.tsx'
import type { FindingValues } from '../finding-values.ts'
import type { Draft } from '../outbox/marking-work.ts'
import { EarlierChoice } from './earlier-choice.tsx'
import { useMarking } from './marking.tsx'
import { MeasuredShape } from './measured-shape.tsx'
import { PlaceOffer } from './place-offer.tsx'
import { RulerButton } from './ruler-button.tsx'
import { useDraftActions } from './use-draft-actions.ts'
import { usePhotoMarks } from './use-photo-marks.ts'
import { useRoomBeside } from './use-room-beside.ts'

interface MarkEditorProps {
  photo: Photo
  surface: ShapeSurface
  /** What else can be done with a finding, such as showing its earlier photo beside it. */
  links?: ((finding: Finding) => ReactNode) | undefined
}

/**
 * The form of the open finding, or its facts for somebody who may not change it. It lies at the edge of the photo that is farther from
 * the mark, so that the photo keeps its place.
 */
export function MarkEditor({ photo, surface, links }: MarkEditorProps) {
  const shown = usePhotoMarks(photo)
  const { open } = shown
  return (
    open && (
      <OpenEditor key={open.key} photo={photo} surface={surface} links={links} open={open} shown={shown} />
    )
  )
}

interface OpenEditorProps extends MarkEditorProps {
  open: Draft
  shown: ReturnType<typeof usePhotoMarks>
}

function OpenEditor({ photo, surface, links, open, shown }: OpenEditorProps) {
  useSignals()
  const text = useText()
  const { turbine, change, measure } = useMarking()
  // A form that is closed measures nothing.
  useEffect(() => () => measure(undefined), [measure])
  const actions = useDraftActions(shown)
  const form = useRef<HTMLElement>(null)
  const side = useRoomBeside(form, surface, open.shape)
  const finding = shown.findings.find(({ id }) => id === open.key)
  const title = finding ? finding.number : text('marks.new')
  const onChange = (values: FindingValues) => change({ do: 'type', draft: open, values })

  function close() {
    actions.close(open)
    surface.focusTarget()?.focus()
  }

  return (
    <section
      ref={form}
      role="dialog"
      aria-label={title}
      data-finding-form
      data-theme="dark"
      // The picture must not get what happens in the form.
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      className={`absolute top-3 max-h-[calc(100%-1.5rem)] pointer-events-auto w-80 overflow-y-auto overscroll-contain rounded border border-hairline bg-surface p-4 text-ink shadow-raised ${side === 'left' ? 'left-3' : 'right-3'}`}
    >
      <div className="-mt-1 mb-2 flex items-center justify-between gap-2">
        <h3 className="truncate text-lead font-medium">{title}</h3>
        <IconButton label={text('findings.close')} icon={X} onClick={close} className="-mr-2" />
      </div>
      {shown.mayEdit ? (
        <FindingForm
          values={open.values}
          onChange={onChange}
          onKeep={(values) => {
            const fault = actions.keep({ ...open, values })
            if (!fault) surface.focusTarget()?.focus()
            return fault
          }}
          onClose={close}
          closeLabel={text(finding ? 'findings.close' : 'marks.keepDraft')}
          failure={open.failure}
          asksForBlade={photo.blade === null}
          storedSeverity={finding?.severity}
          ruler={(measure) =>
            surface.on === 'image' && photo.width !== null && <RulerButton photo={photo} measure={measure} />
          }
          placeOffer={
            <PlaceOffer
              photo={photo}
              findings={shown.all}
              onTake={(place) => onChange({ ...open.values, place })}
            />
          }
          measured={
            open.shape && (
              <MeasuredShape photo={photo} shape={open.shape} values={open.values} onChange={onChange} />
            )
          }
          earlier={
            <>
              <EarlierChoice
                findings={shown.all}
                finding={finding}
                photo={photo}
                values={open.values}
                onChange={onChange}
              />
              {finding && links?.(finding)}
            </>
          }
          actions={
            finding ? (
              <DeleteFinding
                compact
                turbine={turbine}
                finding={finding}
                onDeleted={() => actions.drop(open)}
                findNext={surface.focusTarget}
              />
            ) : (
              <IconButton
                label={text('marks.discard')}
                icon={Trash2}
                onClick={() => {
                  actions.drop(open)
                  surface.focusTarget()?.focus()
                }}
              />
            )
          }
        />
      ) : (
        finding && (
          <>
            <FindingOverview
              finding={finding}
              history={historyOf(finding, (id) => shown.all.find((other) => other.id === id))}
            />
            {links?.(finding)}
          </>
        )
      )}
    </section>
  )
}
