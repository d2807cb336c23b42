import { useSyncExternalStore } from 'react'
import { Alert } from '#app/kit/ui/alert.tsx'
import { COOKIE_PROBE_FIELD, keepsCookies } from '#app/platform/http/cookie-probe.ts'
import { COOKIES_BLOCKED } from './cookies-blocked.ts'

/** Lets the server see whether the browser of a form that opens a session keeps cookies. */
export const CookieProbe = () => <input type="hidden" name={COOKIE_PROBE_FIELD} value="1" />

const never = () => () => {}
/** Asked once in the life of a page. */
let blocked: boolean | undefined

/** Whether the browser blocks cookies; false on the server. */
export const useBlockedCookies = (): boolean =>
  useSyncExternalStore(
    never,
    () => {
      blocked ??= !keepsCookies()
      return blocked
    },
    () => false,
  )

/** Says why nobody can get in. */
export const CookiesBlocked = ({ className }: { className?: string }) => (
  <Alert tone="error" title={COOKIES_BLOCKED.title} className={className}>
    {COOKIES_BLOCKED.text}
  </Alert>
)
