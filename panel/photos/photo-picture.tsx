import { Box } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cloudKind, type Photo } from '#domain/photo.ts'
import { PhotoImage } from './photo-image.tsx'

interface PhotoPictureProps extends Omit<ComponentProps<typeof PhotoImage>, 'src' | 'alt'> {
  photo: Photo
}

/** The thumbnail of a photo, which fills its place. A point cloud has none and says what kind of file it is. */
export function PhotoPicture({ photo, className = '', ...picture }: PhotoPictureProps) {
  if (photo.thumb_url === null) {
    return (
      <span
        aria-hidden
        className="grid size-full place-content-center justify-items-center gap-1.5 text-ink-faint"
      >
        <Box className="size-6" strokeWidth={1.5} />
        <span className="text-caption font-medium">{cloudKind(photo.originalName) ?? '3D'}</span>
      </span>
    )
  }
  return (
    <PhotoImage
      {...picture}
      src={photo.thumb_url}
      alt=""
      loading="lazy"
      className={`size-full object-cover ${className}`}
    />
  )
}
