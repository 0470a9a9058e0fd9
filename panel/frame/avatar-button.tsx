import type { ButtonHTMLAttributes } from 'react'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useText } from '#panel/words/use-text.ts'

/** The button of the account menu, with the initials of the signed-in user. */
export function AvatarButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const text = useText()
  const { first_name, last_name } = useViewer()
  return (
    <button
      type="button"
      {...props}
      className="grid size-control cursor-pointer place-items-center rounded-full bg-action-soft text-caption font-semibold text-action transition-colors hover:bg-action hover:text-on-action disabled:opacity-55"
    >
      <span aria-hidden>
        {first_name.charAt(0)}
        {last_name.charAt(0)}
      </span>
      <span className="sr-only">{text('frame.person', { name: `${first_name} ${last_name}` })}</span>
    </button>
  )
}
