import { useEffect, useRef } from 'react'

interface Props {
  /** The address of the chat, with the prepared greeting. */
  address: string
  /** The tooltip in each language of the page; `<html lang>` selects one. */
  tooltips: { language: string; text: string; newTab: string }[]
  /** True if it rests in the margin of the page and takes its full size on hover and focus. */
  inMargin?: boolean
}

/** Opens the chat. Its styles show it after a second and its tooltip on hover; the script lets Escape hide the tooltip. */
export function ChatButton({ address, tooltips, inMargin = false }: Props) {
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    const dismiss = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') link.current?.setAttribute('data-dismissed', '')
    }
    addEventListener('keydown', dismiss)
    return () => removeEventListener('keydown', dismiss)
  }, [])

  return (
    <aside aria-labelledby="chat-tooltip" translate="no">
      <a
        ref={link}
        className={inMargin ? 'chat-button in-margin' : 'chat-button'}
        href={address}
        target="_blank"
        rel="noopener"
        data-chat-button
        onPointerEnter={() => link.current?.removeAttribute('data-dismissed')}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="1.7"
            strokeLinejoin="round"
            d="M3.2 20.8l1.35-4.75A9.05 9.05 0 1 1 8 19.5l-4.8 1.3Z"
          />
          <path
            fill="currentColor"
            d="M8.9 7.3c-.25-.5-.5-.5-.75-.5-.75 0-1.55.8-1.55 2.1 0 1.35 1 2.65 1.15 2.85.15.2 1.95 3.05 4.8 4.15 2.35.95 2.85.75 3.35.7.5-.05 1.65-.65 1.9-1.35.2-.65.2-1.2.15-1.35-.1-.1-.3-.2-.55-.3l-1.9-.9c-.25-.1-.45-.15-.65.15-.2.25-.7.9-.9 1.1-.15.2-.3.2-.6.05a7.5 7.5 0 0 1-3.6-3.15c-.15-.3 0-.4.1-.55l.45-.5c.15-.2.2-.3.3-.5.05-.2 0-.35-.05-.5l-.65-1.5Z"
          />
        </svg>
        <span className="chat-tooltip" id="chat-tooltip">
          {tooltips.map(({ language, text, newTab }) => (
            <span key={language} lang={language}>
              {text}
              <span className="sr-only"> ({newTab})</span>
            </span>
          ))}
        </span>
      </a>
    </aside>
  )
}
