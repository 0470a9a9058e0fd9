import { type NavigateOptions, type To, useLocation, useNavigate } from 'react-router'

/**
 * As `useNavigate`, but the function does nothing if the screen for which it was made is no longer there. What is done after an answer of
 * the server, after a confirmation or after a time must not change the address of the screen to which the user has gone meanwhile. All
 * screens use it instead of `useNavigate`; a rule of Biome checks this.
 *
 * @returns a function whose third argument can ask for more than the same path, such as the same open photo
 */
export function useNavigateHere() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async (to: To | number, options: NavigateOptions = {}, isStillThere = () => true): Promise<void> => {
    if (window.location.pathname !== pathname || !isStillThere()) return
    if (typeof to === 'number') await navigate(to)
    else await navigate(to, options)
  }
}
