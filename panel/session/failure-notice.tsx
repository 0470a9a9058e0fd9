import { RequestError } from '#panel/api/request-error.ts'
import { Banner } from '#panel/ui/banner.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { ThrottleNotice } from './throttle-notice.tsx'

interface FailureNoticeProps {
  failure: unknown
  /** The sentence if no answer came. */
  unreachable: MessageId
  /** The sentence if the answer has none. */
  otherwise: MessageId
}

/** The red box of a form outside of the panel. It counts down while the user has to wait for another attempt. */
export function FailureNotice({ failure, unreachable, otherwise }: FailureNoticeProps) {
  const text = useText()
  if (!(failure instanceof RequestError)) return <Banner tone="error" title={text(otherwise)} />
  if (failure.code === 'too_many_requests' && failure.retryAt !== undefined) {
    return <ThrottleNotice until={failure.retryAt} />
  }
  if (failure.code === 'network_error') return <Banner tone="error" title={text(unreachable)} />
  return <Banner tone="error" title={failure.message || text(otherwise)} />
}
