import { type Annotation, COLOUR, FONT_SIZE, FONT_WEIGHT, STROKE_WIDTH } from './annotation.ts'

interface AnnotationFigureProps {
  annotation: Annotation
  name: string
  isSelected: boolean
  /** True while the tools are open, so that the figure can be selected. */
  isOpen: boolean
  onFocus: () => void
}

/** The SVG element of an annotation. `drawFigures` sets its position. */
export function AnnotationFigure({ annotation, name, isSelected, isOpen, onFocus }: AnnotationFigureProps) {
  const { figure, id } = annotation
  const role = isOpen ? { role: 'button', tabIndex: 0, 'aria-pressed': isSelected, onFocus } : { role: 'img' }
  const edge = `stroke-white group-focus-visible:visible ${isSelected ? '' : 'invisible'}`
  return (
    <g
      {...role}
      aria-label={name}
      data-annotation={id}
      fill="none"
      strokeLinejoin="round"
      className="group outline-none"
    >
      {figure.tool === 'text' ? (
        <>
          <rect rx={4} strokeWidth={1.5} strokeDasharray="5 4" className={edge} />
          <text
            fill={COLOUR}
            fontSize={FONT_SIZE}
            fontWeight={FONT_WEIGHT}
            dominantBaseline="central"
            className="[paint-order:stroke] stroke-white/85"
            strokeWidth={3}
          >
            {figure.text}
          </text>
        </>
      ) : (
        <>
          <path strokeWidth={STROKE_WIDTH + 5} strokeLinecap="round" className={edge} />
          <path stroke={COLOUR} strokeWidth={STROKE_WIDTH} strokeLinecap="round" />
        </>
      )}
    </g>
  )
}
