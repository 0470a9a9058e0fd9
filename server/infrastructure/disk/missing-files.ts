/** For `.catch` after reading a file that may be missing. @throws every other error */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
