import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Info, MessageSquare } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { CommentPanel } from '#panel/comments/comment-panel.tsx'
import { DraftMark } from '#panel/comments/draft-mark.tsx'
import { commentsQuery } from '#panel/data/comments.ts'
import { EarlierLink } from '#panel/findings/marks/earlier-link.tsx'
import { FindingList } from '#panel/findings/marks/finding-list.tsx'
import { MarkLayer } from '#panel/findings/marks/mark-layer.tsx'
import { MarkPanels } from '#panel/findings/marks/mark-panels.tsx'
import { MarkButton, MarksToggle } from '#panel/findings/marks/mark-tools.tsx'
import { usePhotoMarks } from '#panel/findings/marks/use-photo-marks.ts'
import { WaitingPill } from '#panel/findings/waiting/waiting-pill.tsx'
import { DeletePhotoDialog, useDeletePhoto } from '#panel/photos/delete-photo.tsx'
import { InspectBar } from '#panel/photos/inspecting/inspect-bar.tsx'
import { UninspectedPhotos } from '#panel/photos/inspecting/uninspected-mark.tsx'
import { useInspecting } from '#panel/photos/inspecting/use-inspecting.ts'
import { ExifFacts } from '#panel/photos/lightbox/exif-facts.tsx'
import { LightBar } from '#panel/photos/lightbox/light-bar.tsx'
import { PhotoActions } from '#panel/photos/lightbox/photo-actions.tsx'
import { PhotoDetails } from '#panel/photos/lightbox/photo-details.tsx'
import { PhotoStage } from '#panel/photos/lightbox/photo-stage.tsx'
import { PointCloudNotice } from '#panel/photos/lightbox/point-cloud-notice.tsx'
import { useStage } from '#panel/photos/lightbox/use-stage.ts'
import { MoveDialog } from '#panel/photos/moving/move-dialog.tsx'
import { useMovePhotos } from '#panel/photos/moving/use-move-photos.ts'
import { useCompare } from '#panel/photos/open-compare.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { photoAfter } from '#panel/photos/photo-place.ts'
import { findThumb } from '#panel/photos/photo-thumb.tsx'
import { partnersOf } from '#panel/turbine-page/compare/partners.ts'
import { Lightbox } from '#panel/turbine-page/lightbox/lightbox.tsx'
import { usePhotoSurface } from '#panel/turbine-page/lightbox/use-photo-surface.ts'
import { useUninspectedPhotos } from '#panel/turbine-page/use-uninspected-photos.ts'
import { LOOK_KEY, MARK_TOOLS } from '#panel/ui/keys/mark-keys.ts'
import { lazyPart } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const PointCloudView = lazyPart(() => import('#panel/turbine-page/point-cloud/point-cloud-view.tsx'))

interface OpenLightboxProps {
  turbine: Turbine
  /** The photo in the address. */
  photo: Photo
  /** The photos that the arrow keys go through; the open photo is one of them. */
  beside: Photo[]
  /** The photos among which a partner to compare is looked for. */
  photos: Photo[]
}

/** The lightbox with the stage, actions and side panels from the features of the panel. */
export function OpenLightbox({ turbine, photo, beside, photos }: OpenLightboxProps) {
  const text = useText()
  const { show, close } = useOpenPhoto()
  const lightboxRef = useRef<HTMLDivElement>(null)
  const stage = useStage(photo, lightboxRef)
  const marks = usePhotoMarks(photo)
  const surface = usePhotoSurface(turbine.id, photo, stage.zoom, lightboxRef)
  const unlooked = useUninspectedPhotos(turbine, beside)
  const looking = useInspecting({ turbine, photos, photo, onShow: (next) => void show(next) })
  const [cloudId, setCloudId] = useState<number>()
  const isCloudOpen = cloudId === photo.id

  /** Gets the focus after the last photo is deleted. */
  const section = useRef<HTMLElement>(undefined)
  const deletion = useDeletePhoto(turbine, (deleted) => {
    // Another photo may be open when the answer comes.
    if (deleted.id !== photo.id) return
    const next = photoAfter(beside, deleted)
    if (next) return show(next)
    section.current = findThumb(deleted)?.closest('section') ?? undefined
    return close()
  })
  const moving = useMovePhotos(turbine, ([moved]) => {
    // The page of a category does not have it any more.
    const isGone =
      moved &&
      photos.every(({ category }) => category === photo.category) &&
      moved.category !== photo.category
    if (!isGone || moved.id !== photo.id) return
    const next = photoAfter(beside, photo)
    return next ? show(next) : close()
  })
  const { open: openCompare } = useCompare()
  // Not again while the picture moves: a turbine may have thousands of photos of one place.
  const [partner] = useMemo(() => partnersOf(photos, photo), [photos, photo])
  const comments = useQuery(commentsQuery(turbine.id))
  const compare = partner &&
    photo.thumb_url !== null && {
      label: text('compare.withYear', { year: String(partner.year) }),
      open: () => openCompare([partner.id, photo.id]),
    }
  const askToDelete = deletion.permitted ? () => deletion.ask(photo) : undefined

  function closeCloud(): boolean {
    if (isCloudOpen) {
      setCloudId(undefined)
      lightboxRef.current?.focus()
    }
    return isCloudOpen
  }

  return (
    <UninspectedPhotos value={unlooked}>
      <Lightbox
        photos={beside}
        photo={photo}
        onShow={show}
        onClose={() => void close()}
        lightboxRef={lightboxRef}
        finalFocus={() => section.current ?? findThumb(photo)}
        stage={
          <PhotoStage
            photo={photo}
            zoom={stage.zoom}
            loupe={stage.loupe}
            onLoupe={stage.setLoupe}
            onPicture={surface && <MarkLayer photo={photo} surface={surface} />}
            pointCloud={
              isCloudOpen ? (
                <PointCloudView turbineId={turbine.id} photo={photo} />
              ) : (
                <PointCloudNotice name={photo.originalName} onOpen={() => setCloudId(photo.id)} />
              )
            }
          />
        }
        overStage={
          surface && (
            <MarkPanels
              photo={photo}
              surface={surface}
              tools={MARK_TOOLS}
              screen="photo"
              canCompare={Boolean(compare)}
              links={(finding) => (
                <EarlierLink finding={finding} onOpen={(earlier) => openCompare([earlier, photo.id])} />
              )}
            />
          )
        }
        aboveStage={stage.isLightOpen && <LightBar />}
        belowStage={
          looking && (
            <div className="flex justify-center pt-2 *:flex-wrap *:justify-center">
              <InspectBar photo={photo} looking={looking} shortcut={LOOK_KEY} />
            </div>
          )
        }
        onEscape={() => closeCloud() || stage.escape()}
        actions={
          <>
            <WaitingPill />
            {surface && marks.marks.length > 0 && <MarksToggle />}
            {surface && marks.mayEdit && <MarkButton />}
            <PhotoActions
              photo={photo}
              {...stage.actions}
              compare={compare || undefined}
              onMove={moving.permitted ? () => moving.ask([photo]) : undefined}
              onDelete={askToDelete}
            />
          </>
        }
        shortcuts={{
          ...stage.keys,
          ...(compare && { k: compare.open }),
          ...(looking && { [LOOK_KEY]: looking.goOn }),
          ...(askToDelete && { Delete: askToDelete }),
        }}
        panels={[
          {
            id: 'details',
            title: 'lightbox.details',
            icon: Info,
            shortcut: 'i',
            content: (
              <div className="px-5 pb-5">
                <PhotoDetails photo={photo} />
                <ExifFacts turbineId={turbine.id} photo={photo} />
              </div>
            ),
          },
          {
            id: 'findings',
            title: 'findings.title',
            count: marks.query.data && marks.findings.length,
            icon: ClipboardList,
            shortcut: 'm',
            content: <FindingList photo={photo} />,
          },
          {
            id: 'comments',
            title: 'comments.title',
            count: comments.data?.length,
            icon: MessageSquare,
            shortcut: 'c',
            mark: <DraftMark />,
            takesFocus: true,
            content: <CommentPanel turbine={turbine} />,
          },
        ]}
      >
        <DeletePhotoDialog deletion={deletion} />
        <MoveDialog
          turbine={turbine}
          photos={photos}
          moving={moving}
          finalFocus={() => lightboxRef.current ?? undefined}
        />
      </Lightbox>
    </UninspectedPhotos>
  )
}
