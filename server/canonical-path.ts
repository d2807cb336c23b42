/** The canonical form of a path: lower case, single slashes, none at the end, nothing escaped unnecessarily. */
export function canonicalPath(pathname: string): string {
  try {
    const decoded = decodeURIComponent(pathname).replaceAll(/[\\/]+/g, '/')
    const plain = /[?#]/.test(decoded) ? pathname : new URL(decoded, 'http://shop').pathname.toLowerCase()
    return plain === '/' ? plain : plain.replace(/\/$/, '')
  } catch {
    return pathname
  }
}
