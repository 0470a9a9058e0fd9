import { Images } from 'lucide-react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { EarlierLink } from '#panel/findings/marks/earlier-link.tsx'
import type { AnnotationEditor } from '#panel/panorama/annotations/annotation-editor.ts'
import { AnnotationLayer } from '#panel/panorama/annotations/annotation-layer.tsx'
import { SplitPanes } from '#panel/panorama/split/split-panes.tsx'
import { StageMessage } from '#panel/panorama/stage-message.tsx'
import type { Direction } from '#panel/panorama/view/direction.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { partnersOf } from './beside.ts'
import { BesidePane } from './beside-pane.tsx'
import { PhotoChoice, PhotoDate } from './pane-labels.tsx'
import { PanoramaMarks } from './panorama-marks.tsx'
import { type PanoramaPlace, roomAfter } from './panorama-place.ts'
import { PhotoPanorama } from './photo-panorama.tsx'
import type { Split } from './use-split.ts'

interface PanoramaMainProps {
  turbine: Turbine
  photos: Photo[]
  place: PanoramaPlace
  start: Direction | undefined
  view: PanoramaView | undefined
  editor: AnnotationEditor
  split: Split
  onView: (view: PanoramaView | undefined) => void
  onMove: (direction: Direction) => void
  onRoom: (room: string) => void
}

/** The picture of the current place, or a message why there is none. If the split view is open, the picture of another year is beside it. */
export function PanoramaMain({ turbine, photos, place, onRoom, ...shown }: PanoramaMainProps) {
  const { start, view, editor, split, onView, onMove } = shown
  const { photo } = place
  return (
    <main id="main" className="absolute inset-0">
      {photo ? (
        <SplitPanes
          mode={split.mode}
          first={
            <PhotoPanorama turbineId={turbine.id} photo={photo} start={start} onView={onView} onMove={onMove}>
              {(first) =>
                view && (
                  <>
                    <AnnotationLayer
                      editor={editor}
                      view={view}
                      photoId={first.photo.id}
                      isSphere={first.panorama.sphere !== null}
                    />
                    <PanoramaMarks
                      {...first}
                      view={view}
                      editor={editor}
                      canCompare={split.canOpen}
                      links={(finding) => <EarlierLink finding={finding} onOpen={split.openWith} />}
                    />
                  </>
                )
              }
            </PhotoPanorama>
          }
          second={split.isOpen && <BesidePane turbineId={turbine.id} split={split} />}
          labels={[
            <PhotoDate key="first" photo={photo} />,
            split.photo && (
              <PhotoChoice
                key="second"
                photo={split.photo}
                partners={partnersOf(photos, place)}
                onChoose={split.show}
              />
            ),
          ]}
        />
      ) : (
        <EmptyRoom turbine={turbine} next={roomAfter(photos, place, 1)} onRoom={onRoom} />
      )}
    </main>
  )
}

function EmptyRoom({
  turbine,
  next,
  onRoom,
}: {
  turbine: Turbine
  next: string | undefined
  onRoom: (room: string) => void
}) {
  const text = useText()
  const uploads = may(useCaller(), 'photo.add', turbine.company_id)
  function whatNext() {
    if (next !== undefined) return 'panorama.empty.room'
    return uploads ? 'panorama.empty.upload' : 'panorama.empty.blade'
  }
  return (
    <StageMessage
      icon={Images}
      title={text('panorama.empty')}
      action={
        next === undefined ? (
          <Link to={turbineAddress(turbine.id)} className={buttonClass('outline')}>
            {text('panorama.toTurbine')}
          </Link>
        ) : (
          <Button onClick={() => onRoom(next)}>
            {text('panorama.openRoom', { room: roomName(text, next) })}
          </Button>
        )
      }
    >
      {text(whatNext())}
    </StageMessage>
  )
}
