import { type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '#panel/words/use-text.ts'
import type { OpenPdf } from './open-pdf.ts'
import { GAP_PX, heightOf } from './page-places.ts'
import type { PageBox, PageLink, PageSize, PageText } from './pdf-messages.ts'
import { useIsNear } from './use-is-near.ts'

interface ReaderPageProps {
  pdf: OpenPdf
  /** Counted from 0. */
  index: number
  size: PageSize
  /** In CSS pixels. */
  width: number
  scroller: RefObject<HTMLElement | null>
  onPage: (index: number) => void
}

interface Content {
  texts: PageText[]
  links: PageLink[]
}

/** One page. Only near the visible part it is drawn, because each one takes megabytes. */
export function ReaderPage({ pdf, index, size, width, scroller, onPage }: ReaderPageProps) {
  const text = useText()
  const box = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(box, scroller)
  const [content, setContent] = useState<Content>()
  const [isFailed, setFailed] = useState(false)

  useEffect(() => {
    if (!isNear) return
    const leaving = new AbortController()
    const { signal } = leaving
    pdf.draw(index, Math.round(width * window.devicePixelRatio), signal).then(
      ({ pixels, width, height, texts, links }) => {
        const { current: element } = canvas
        if (signal.aborted || !element) return
        element.width = width
        element.height = height
        element.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0)
        setContent({ texts, links })
        setFailed(false)
      },
      () => signal.aborted || setFailed(true),
    )
    return () => leaving.abort()
  }, [pdf, index, width, isNear])
  // What is far away is forgotten with its canvas.
  useEffect(() => {
    if (!isNear) setContent(undefined)
  }, [isNear])

  return (
    <article
      ref={box}
      aria-label={text('reports.read.page', { n: index + 1, total: pdf.pages.length })}
      aria-busy={isNear && !content && !isFailed}
      style={{ width, height: heightOf(size, width), marginTop: GAP_PX }}
      className="relative mx-auto shrink-0 overflow-hidden bg-white"
    >
      {isNear && <canvas ref={canvas} aria-hidden className={`size-full ${content ? '' : 'invisible'}`} />}
      {isNear && content && (
        <>
          <PageTexts size={size} texts={content.texts} />
          {content.links.map((link) => (
            <button
              key={`${link.left} ${link.top} ${link.page}`}
              type="button"
              aria-label={text('reports.read.toPage', { n: link.page + 1 })}
              onClick={() => onPage(link.page)}
              style={percentages(link)}
              className="absolute cursor-pointer hover:bg-action/10 focus-visible:outline-2 focus-visible:outline-focus"
            />
          ))}
        </>
      )}
      {isFailed && !content && (
        <p role="alert" className="absolute inset-0 grid place-content-center text-body text-lightbox">
          {text('reports.read.pageFailed')}
        </p>
      )}
    </article>
  )
}

/** The texts over their picture, invisible, so that they can be selected, found and read aloud. */
function PageTexts({ size, texts }: { size: PageSize; texts: PageText[] }) {
  const { width, height } = size
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it is made of texts
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full cursor-text fill-transparent select-text"
    >
      {texts.map((piece, index) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a page never change
          key={index}
          x={piece.left * width}
          // Letters below the line take about a fifth of the height.
          y={(piece.top + piece.height * 0.8) * height}
          fontSize={piece.height * height}
          textLength={piece.width * width}
          lengthAdjust="spacingAndGlyphs"
        >
          {piece.text}
        </text>
      ))}
    </svg>
  )
}

function percentages({ left, top, width, height }: PageBox) {
  return {
    left: `${left * 100}%`,
    top: `${top * 100}%`,
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  }
}
