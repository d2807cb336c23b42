/**
 * Runs in the browser, from the page's head, before any other script: keeps clicks on buttons that do nothing yet, and
 * repeats each once when the page works. On a slow phone there are seconds between the two. Links, forms and native
 * popovers work by themselves.
 */
function replayClicks() {
  const early = new Set<HTMLButtonElement>()
  const keep = ({ target }: Event) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[type=button]')
    if (!button || button.popoverTargetElement) return
    early.add(button)
    button.dataset.waiting = ''
  }
  addEventListener('click', keep, true)
  addEventListener(
    'hydrated',
    () => {
      removeEventListener('click', keep, true)
      for (const button of early) {
        delete button.dataset.waiting
        if (button.isConnected) button.click()
      }
    },
    { once: true },
  )
}

/** The inline script of `replayClicks`; `markHydrated` fires the event that it waits for. */
export const replayClicksScript = (nonce: string): string => `<script nonce="${nonce}">(${replayClicks})()</script>`
