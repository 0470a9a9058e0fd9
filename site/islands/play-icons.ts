/** The paths of the icons in a square of 16. */
export const PAUSE_PATH = 'M4 2.5h2.6v11H4zM9.4 2.5H12v11H9.4z'
export const PLAY_PATH = 'M4.5 2.2v11.6L13.5 8z'
