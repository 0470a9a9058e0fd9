import { createContext } from 'react'

/** A picture of the carousel as the build made it: the candidates of two formats by width, and one address for old browsers. */
interface SignInPicture {
  avif: string
  webp: string
  src: string
}

/** One for each slide. */
export type SignInPictures = Record<'turbines' | 'blade' | 'panorama', SignInPicture>

/** The page that mounts the panel gives them: they are pictures of the site, which the panel does not import. */
export const SignInPicturesContext = createContext<SignInPictures | undefined>(undefined)
