import { createContext } from 'react'

/** A picture of the carousel: its addresses by width in two formats. */
interface SignInPicture {
  avif: string
  webp: string
}

/** One for each slide. */
export type SignInPictures = Record<'turbines' | 'blade' | 'panorama', SignInPicture>

/** The page that mounts the panel provides the pictures, because they belong to the site and the panel does not import the site. */
export const SignInPicturesContext = createContext<SignInPictures | undefined>(undefined)
