import { Info } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { DeletePhotoDialog, useDeletePhoto } from '#panel/photos/delete-photo.tsx'
import { ExifFacts } from '#panel/photos/exif-facts.tsx'
import { LightBar } from '#panel/photos/light-bar.tsx'
import { useCompare } from '#panel/photos/open-compare.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { PhotoActions } from '#panel/photos/photo-actions.tsx'
import { PhotoDetails } from '#panel/photos/photo-details.tsx'
import { photoAfter, photosBeside } from '#panel/photos/photo-place.ts'
import { PhotoStage } from '#panel/photos/photo-stage.tsx'
import { findThumb } from '#panel/photos/photo-thumb.tsx'
import { PointCloudNotice } from '#panel/photos/point-cloud-notice.tsx'
import { useStage } from '#panel/photos/use-stage.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useText } from '#panel/words/use-text.ts'
import { partnersOf } from './compare/partners.ts'
import { PhotoViewer } from './viewer/photo-viewer.tsx'

const PointCloudView = lazy(() => import('./point-cloud/point-cloud-view.tsx'))

interface OpenPhotoViewerProps {
  turbine: Turbine
  /** The photo in the address. */
  photo: Photo
  /** The photos of the strip; the open photo is one of them. */
  photos: Photo[]
}

/** The photo viewer with the stage, actions and side panels from the features of the panel. */
export function OpenPhotoViewer({ turbine, photo, photos }: OpenPhotoViewerProps) {
  const text = useText()
  const { show, close } = useOpenPhoto()
  const worksOnBlades = may(useViewer(), 'photo.add', turbine.company_id)
  const beside = photosBeside(photos, photo, !worksOnBlades)
  const viewerRef = useRef<HTMLDivElement>(null)
  const stage = useStage(photo, viewerRef)
  const closing = useRef(false)
  const [cloudId, setCloudId] = useState<number>()
  const isCloudOpen = cloudId === photo.id

  const deletion = useDeletePhoto(turbine, (deleted) => {
    const next = photoAfter(beside, deleted)
    return next ? show(next) : close()
  })
  const { open: openCompare } = useCompare()
  const [partner] = partnersOf(photos, photo)
  const compare = partner &&
    photo.thumb_url !== null && {
      label: text('compare.withYear', { year: String(partner.year) }),
      open: () => openCompare([partner.id, photo.id]),
    }
  const askToDelete = deletion.permitted ? () => deletion.ask(photo) : undefined

  function closeCloud(): boolean {
    if (isCloudOpen) {
      setCloudId(undefined)
      viewerRef.current?.focus()
    }
    return isCloudOpen
  }

  function closeOnce() {
    // Closing goes one step back in the history. A second step would leave the page.
    if (!closing.current) void close()
    closing.current = true
  }

  return (
    <PhotoViewer
      photos={beside}
      photo={photo}
      onShow={show}
      onClose={closeOnce}
      viewerRef={viewerRef}
      finalFocus={() => findThumb(photo)}
      stage={
        <PhotoStage
          photo={photo}
          zoom={stage.zoom}
          loupe={stage.loupe}
          onLoupe={stage.setLoupe}
          pointCloud={
            isCloudOpen ? (
              <Suspense>
                <PointCloudView photo={photo} />
              </Suspense>
            ) : (
              <PointCloudNotice onOpen={() => setCloudId(photo.id)} />
            )
          }
        />
      }
      aboveStage={stage.isLightOpen && <LightBar />}
      onEscape={() => closeCloud() || stage.escape()}
      actions={
        <PhotoActions
          photo={photo}
          {...stage.actions}
          compare={compare || undefined}
          onDelete={askToDelete}
        />
      }
      shortcuts={{
        ...stage.keys,
        ...(compare && { k: compare.open }),
        ...(askToDelete && { Delete: askToDelete }),
      }}
      panels={[
        {
          id: 'details',
          title: 'viewer.details',
          icon: Info,
          shortcut: 'i',
          content: (
            <>
              <PhotoDetails photo={photo} />
              <ExifFacts turbineId={turbine.id} photo={photo} />
            </>
          ),
        },
      ]}
    >
      <DeletePhotoDialog deletion={deletion} />
    </PhotoViewer>
  )
}
