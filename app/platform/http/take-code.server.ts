import { CODE_FRAGMENT } from '#app/platform/secrets/code-link.ts'

/** The field of the form that opens an access (`accessFields`). */
const FIELD = 'input[name=access_code]'

/**
 * Runs in the browser, from the page's head, before any other script: takes the access code out of the address, so that no script, history
 * or copied address has it, and fills the form with it. On a slow phone the form can be sent long before the page's scripts work. It sends
 * nothing: a program that only opens links opens no access.
 */
function takeCode(fragment: string, field: string) {
  const take = () => {
    if (!location.hash.startsWith(fragment)) return
    const code = location.hash.slice(fragment.length).toUpperCase()
    history.replaceState(history.state, '', location.pathname + location.search)
    if (!/^AC-[2-9A-HJ-NP-Z]{8}$/.test(code)) return
    const fill = () => {
      const input = document.querySelector<HTMLInputElement>(field)
      if (input) input.value = code
    }
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', fill)
    else fill()
  }
  take()
  // The link of an invitation whose page is open already.
  addEventListener('hashchange', take)
}

/** The inline script of `takeCode`, for a page that an invitation leads to. */
export const takeCodeScript = (nonce: string): string =>
  `<script nonce="${nonce}">(${takeCode})(${JSON.stringify(CODE_FRAGMENT)},${JSON.stringify(FIELD)})</script>`
