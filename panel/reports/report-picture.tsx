import { FileText } from 'lucide-react'
import { MediaImage } from '#panel/frame/media-image.tsx'
import { useText } from '#panel/words/use-text.ts'

/** The first page of a report, or a placeholder if there is no picture of it. */
export function ReportPicture({ url }: { url: string | null }) {
  const text = useText()
  const placeholder = (
    <span className="grid justify-items-center gap-1.5 px-1 text-center text-caption text-ink-faint">
      <FileText aria-hidden className="size-6" strokeWidth={1.5} />
      {text('reports.noPicture')}
    </span>
  )
  return (
    <span className="relative grid aspect-[1/1.414] w-24 shrink-0 place-content-center overflow-hidden rounded-sm border border-hairline bg-surface-sunken">
      {url === null ? (
        placeholder
      ) : (
        <MediaImage
          src={url}
          alt=""
          loading="lazy"
          otherwise={placeholder}
          className="absolute inset-0 size-full bg-white object-cover object-top"
        />
      )}
    </span>
  )
}
