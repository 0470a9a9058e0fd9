import type { ReactNode } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'

interface PhotoFailureProps {
  /** Absent if the photo does not exist. */
  error?: Error
  onDismiss: () => void
  /** The button that tries again. A photo that does not exist has none. */
  retry?: ReactNode
}

/** The message at the top of a turbine's page for a photo in the address that cannot be loaded. */
export function PhotoFailure({ error, onDismiss, retry }: PhotoFailureProps) {
  const text = useText()
  const isMissing = !error || (error instanceof RequestError && error.status === 404)
  return (
    <div className="sticky top-[calc(var(--below-bar)+0.75rem)] z-drawer mb-6">
      <Banner
        tone={isMissing ? 'warning' : 'error'}
        title={text(isMissing ? 'photo.missing' : 'photo.failed')}
        onDismiss={onDismiss}
      >
        {isMissing ? text('photo.missing.text') : errorText(text, error)}
        {!isMissing && retry}
      </Banner>
    </div>
  )
}
