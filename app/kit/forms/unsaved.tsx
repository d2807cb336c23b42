import { type RefObject, useContext, useEffect, useId, useRef, useState } from 'react'
import { type Blocker, type BlockerFunction, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'
import { Button } from '#app/kit/ui/button.tsx'
import { Dialog, DialogActions } from '#app/kit/ui/dialog.tsx'

type Blocked = Extract<Blocker, { state: 'blocked' }>

const UNBLOCKED: Blocker = { state: 'unblocked', proceed: undefined, reset: undefined, location: undefined }

/**
 * Blocks navigation, also with the back button, while `shouldBlock` says so. It uses the router like its hook
 * `useBlocker`; importing the hook would add it to the first load of the shop (docs/decisions/0019).
 */
export function useBlocking(shouldBlock: BlockerFunction): Blocker {
  const router = useContext(DataRouterContext)?.router
  const key = useId()
  const latest = useRef(shouldBlock)
  /** The blocked navigation that nobody has decided on yet. `isLost`: the router has forgotten it. */
  const undecided = useRef<{ blocker: Blocked; isLost: boolean }>(undefined)
  const [blocker, setBlocker] = useState<Blocker>(UNBLOCKED)

  useEffect(() => {
    latest.current = shouldBlock
  })

  useEffect(() => {
    if (!router) return
    const isLeaving = { now: false }
    router.getBlocker(key, requested => !isLeaving.now && latest.current(requested))
    const decide = (decision: () => void) => {
      undecided.current = undefined
      decision()
    }
    const stop = router.subscribe(({ blockers }) => {
      const next = blockers.get(key) ?? UNBLOCKED
      const pending = undecided.current
      if (next.state === 'blocked') {
        if (pending?.blocker === next) return
        undecided.current = { blocker: next, isLost: false }
        setBlocker({ ...next, proceed: () => decide(next.proceed), reset: () => decide(next.reset) })
      } else if (next.state === 'proceeding' || !pending) setBlocker(next)
      else if (!pending.isLost) {
        // The end of an earlier navigation, as of a form whose answer was still loading, unblocks every blocker. The question stays.
        pending.isLost = true
        setBlocker({
          ...pending.blocker,
          proceed: () =>
            decide(() => {
              isLeaving.now = true
              void router.navigate(pending.blocker.location).finally(() => {
                isLeaving.now = false
              })
            }),
          reset: () => decide(() => setBlocker(UNBLOCKED)),
        })
      }
    })
    return () => {
      stop()
      router.deleteBlocker(key)
    }
  }, [router, key])

  return blocker
}

/** Everything that a form would submit, as one text. */
const snapshot = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name + value.size]),
  )

const formsIn = (root: HTMLElement | null): HTMLFormElement[] =>
  root instanceof HTMLFormElement ? [root] : [...(root?.querySelectorAll('form') ?? [])]

/** The form for Ctrl+S: the only one, or the focused one if it has a save button. */
function savedByKey(root: HTMLElement): [HTMLFormElement, HTMLElement | null] | undefined {
  if (root instanceof HTMLFormElement) return [root, null]
  const form = document.activeElement?.closest('form')
  const button = form?.querySelector<HTMLElement>('button[name=intent][value=save]')
  return form && button && root.contains(form) ? [form, button] : undefined
}

/**
 * Tracks whether a form, or any of those within an element, has unsaved input, and confirms leaving it. Ctrl+S (or ⌘S)
 * saves.
 * @param saved changes whenever content has been stored. A form itself is reset then; within an element, the form that
 * is rendered again.
 */
export function useUnsaved(root: RefObject<HTMLElement | null>, saved: unknown) {
  const [isDirty, setDirty] = useState(false)
  const begun = useRef(new WeakMap<HTMLFormElement, string>())

  useEffect(() => {
    for (const form of formsIn(root.current)) if (!begun.current.has(form)) begun.current.set(form, snapshot(form))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just saved is what the form is compared with from now on.
  useEffect(() => {
    const element = root.current
    if (!element) return
    if (element instanceof HTMLFormElement) begun.current.set(element, snapshot(element))
    const stop = new AbortController()
    const compare = () => setDirty(formsIn(element).some(form => snapshot(form) !== begun.current.get(form)))
    compare()
    element.addEventListener('input', compare, { signal: stop.signal })
    element.addEventListener('change', compare, { signal: stop.signal })
    window.addEventListener(
      'keydown',
      event => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
        const found = savedByKey(element)
        if (!found) return
        event.preventDefault()
        found[0].requestSubmit(found[1])
      },
      { signal: stop.signal },
    )
    return () => stop.abort()
  }, [root, saved])

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])

  const blocker = useBlocking(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  return { isDirty, blocker, markDirty: () => setDirty(true) }
}

/** Confirms leaving unsaved input. */
export const LeaveDialog = ({ blocker }: { blocker: Blocker }) => (
  <Dialog
    open={blocker.state === 'blocked'}
    onClose={() => blocker.reset?.()}
    title="Tienes cambios sin guardar"
    footer={
      <DialogActions>
        <Button variant="secondary" onClick={() => blocker.proceed?.()}>
          Salir sin guardar
        </Button>
        <Button onClick={() => blocker.reset?.()}>Seguir editando</Button>
      </DialogActions>
    }
  >
    Si sales ahora, lo que escribiste se pierde.
  </Dialog>
)
