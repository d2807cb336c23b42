/** An address as links write it: small letters, one slash at a time and none at the end, nothing escaped that needs it not. */
export function canonicalPath(pathname: string): string {
  try {
    const decoded = decodeURIComponent(pathname).replaceAll(/[\\/]+/g, '/')
    const plain = /[?#]/.test(decoded) ? pathname : new URL(decoded, 'http://shop').pathname.toLowerCase()
    return plain === '/' ? plain : plain.replace(/\/$/, '')
  } catch {
    return pathname
  }
}
