import { Rotor } from './rotor.tsx'

/**
 * The large rotor in the background of a page with one message, such as 404. It fills the right side of the nearest positioned
 * ancestor, which must have `overflow: hidden`. Site and panel share it.
 */
export function BackgroundRotor({ degrees = 20 }: { degrees?: number | undefined }) {
  return (
    <svg
      viewBox="-18 -18 36 36"
      fill="currentColor"
      aria-hidden="true"
      className="absolute top-[56%] left-[38%] -z-10 size-[150vh] -translate-y-1/2 text-action opacity-8 max-md:top-[80%] max-md:left-[22%] max-md:size-[110vw]"
    >
      <Rotor slender degrees={degrees} />
    </svg>
  )
}
