import { RotateCw } from 'lucide-react'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface PhotoFailureProps {
  /** Absent if the photo does not exist. */
  error?: Error
  onDismiss: () => void
  /** Tries again. A photo that does not exist has no button for it. */
  onRetry?: () => void
  isRetrying?: boolean
}

/** The message at the top of a turbine's page for a photo in the address that cannot be loaded. */
export function PhotoFailure({ error, onDismiss, onRetry, isRetrying = false }: PhotoFailureProps) {
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
        {!isMissing && onRetry && (
          <Button size="small" icon={RotateCw} busy={isRetrying} onClick={onRetry} className="mt-2 flex">
            {text('common.retry')}
          </Button>
        )}
      </Banner>
    </div>
  )
}
