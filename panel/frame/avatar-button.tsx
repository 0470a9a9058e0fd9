import type { ButtonHTMLAttributes } from 'react'
import { initials } from '#domain/text/turkish.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useText } from '#panel/words/use-text.ts'

/** The button of the account menu, with the initials of the signed-in user. */
export function AvatarButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const text = useText()
  const { first_name, last_name } = useCaller()
  return (
    <button
      type="button"
      {...props}
      className="grid size-control cursor-pointer place-items-center rounded-full bg-action-soft text-caption font-semibold text-action transition-colors hover:bg-action hover:text-on-action aria-disabled:opacity-55"
    >
      <span aria-hidden>{initials(first_name, last_name)}</span>
      <span className="sr-only">{text('frame.person', { name: `${first_name} ${last_name}` })}</span>
    </button>
  )
}
