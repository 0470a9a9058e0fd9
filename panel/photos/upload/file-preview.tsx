import { Box, FileImage } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fileKind } from '#domain/file-types.ts'
import { isPointCloud } from '#domain/photo.ts'

interface FilePreviewProps {
  file: File
  isFaint?: boolean
}

/** A file of this computer as a picture, or the kind of the file. It fills its frame. */
export function FilePreview({ file, isFaint = false }: FilePreviewProps) {
  const [unreadable, setUnreadable] = useState(false)
  const preview = usePreview(file)
  if (preview === undefined || unreadable) return <FileSign name={file.name} />
  return (
    <img
      src={preview}
      alt=""
      decoding="async"
      // A folder may have thousands of photos: only those in view are decoded.
      loading="lazy"
      onError={() => setUnreadable(true)}
      className={`size-full object-cover ${isFaint ? 'opacity-50' : ''}`}
    />
  )
}

/** Stands for a file that the browser cannot show, such as a HEIC in most browsers: the server can. The kind is also in the name below. */
function FileSign({ name }: { name: string }) {
  const Icon = isPointCloud(name) ? Box : FileImage
  return (
    <span
      aria-hidden
      className="grid size-full place-content-center justify-items-center gap-1 text-ink-faint"
    >
      <Icon className="size-6" strokeWidth={1.5} />
      <span className="text-caption font-medium">{fileKind(name)}</span>
    </span>
  )
}

/** The object URL of a picture; undefined at first, and for files that the browser cannot show. */
function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (isPointCloud(file.name)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
