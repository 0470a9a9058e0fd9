import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useAddComment } from '#panel/data/comments.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'
import { AudienceChoice } from './audience-choice.tsx'
import type { CommentDrafts } from './comment-drafts.tsx'
import { CommentField } from './comment-field.tsx'

interface NewCommentProps {
  turbine: Pick<Turbine, 'id' | 'company_id'>
  drafts: CommentDrafts
  /** The finding that the comment is about; undefined if it is about the turbine. */
  findingId?: number
}

/** The field for a new comment. It is empty while the comment is sent, so that the next one can be typed. After a failure, the text is in it again. */
export function NewComment({ turbine, drafts, findingId }: NewCommentProps) {
  const text = useText()
  const isInTeam = may(useCaller(), 'inspection.work', turbine.company_id)
  // The audience of those who are not in the team is everybody, whatever somebody else has chosen at this computer.
  const audience = isInTeam ? drafts.audience(findingId) : 'all'
  const sending = drafts.sending(findingId)
  const { mutate, error, reset } = useAddComment(turbine.id, findingId, {
    onAdded: () => drafts.forgetSent(findingId),
    onFailed: () => drafts.takeBack(findingId),
  })
  return (
    <CommentField
      label={text('comments.new')}
      value={drafts.typed(findingId)}
      onChange={(typed) => drafts.type(typed, findingId)}
      submitLabel={text('comments.add')}
      onSubmit={(comment) => {
        drafts.send(findingId)
        mutate({ text: comment, audience })
      }}
      busy={sending !== ''}
      below={
        isInTeam && (
          <AudienceChoice
            value={audience}
            onChange={(next) => drafts.setAudience(next, findingId)}
            blocked={sending === '' ? undefined : text('blocked.sending')}
          />
        )
      }
      notice={
        <>
          {sending !== '' && (
            <p role="status" className="line-clamp-2 text-note wrap-anywhere text-ink-soft">
              {text('comments.sending', { comment: sending.trim() })}
            </p>
          )}
          {error && (
            <Banner tone="error" title={text('comments.add.failed')} onDismiss={reset}>
              {errorText(text, error)}
            </Banner>
          )}
        </>
      }
    />
  )
}
