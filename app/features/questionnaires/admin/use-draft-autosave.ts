import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { useBlocking } from '#app/kit/forms/unsaved.tsx'

/** The answer to a submitted draft. */
export type DraftAnswer =
  | { state: 'saved'; revision: number; at: string; problems: readonly Problem[] }
  | { state: 'conflict'; revision: number; text: string }
  | { state: 'refused'; text: string }
  /** The network or the server is unavailable; typed input stays. */
  | { state: 'unreached' }
  /** The session has expired; typed input is saved once somebody has logged in again in another tab. */
  | { state: 'signed_out' }

/** Milliseconds without input after which the form is saved. */
const QUIET_MS = 900
/** Milliseconds before a failed save is retried. */
const RETRY_MS = 5_000

export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'conflict' | 'refused' | 'unreached' | 'signed_out'

type Autosave = {
  status: SaveStatus
  answer: DraftAnswer | undefined
  revision: number
  /** What the last save left to mend; undefined where the page was loaded after it. */
  problems: readonly Problem[] | undefined
  /** Call it with every change of the form. */
  onInput(): void
  /** Saves now; `over` is the revision of another editor's change that may be overwritten. */
  save(over?: number): void
  /**
   * Call it before the form itself is submitted. True: prevent it; it is submitted as soon as the current save is done.
   */
  holdBack(submitter: HTMLElement | null): boolean
  /** Discards typed input to load another editor's change. */
  forget(): void
}

/**
 * Autosaves a form: one save at a time, the newest values last, and navigation waits for it. Overwriting another
 * editor's change asks first.
 */
export function useDraftAutosave(form: RefObject<HTMLFormElement | null>, read: number): Autosave {
  const fetcher = useFetcher<DraftAnswer>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef<HTMLElement | null>(undefined)
  const [dirty, setDirty] = useState(false)
  /** True from the call of `save` to its answer; the fetcher's state follows the call a render later. */
  const [saving, setSaving] = useState(false)
  const [settled, setSettled] = useState<DraftAnswer>()
  /** The last successful save. */
  const [known, setKnown] = useState<Extract<DraftAnswer, { state: 'saved' }>>()
  const revision = Math.max(read, known?.revision ?? 0)
  const stuck = settled?.state === 'conflict' || settled?.state === 'refused'

  function save(over?: number): void {
    clearTimeout(timer.current)
    const current = form.current
    if (!current || saving) return
    const sent = new FormData(current)
    sent.set('intent', 'save')
    // The other fields are matched by the names that the page was loaded with: a changed name is saved with the whole
    // form, after which the page is reloaded.
    for (const name of [...sent.keys()]) if (name.endsWith('.field')) sent.delete(name)
    sent.set('revision', String(over ?? revision))
    setDirty(false)
    setSaving(true)
    setSettled(undefined)
    void fetcher.submit(sent, { method: 'post' })
  }

  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })

  function later(wait: number): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(), wait)
  }

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data) return
    setSaving(false)
    setSettled(fetcher.data)
    if (fetcher.data.state === 'saved') setKnown(fetcher.data)
    if (fetcher.data.state === 'unreached' || fetcher.data.state === 'signed_out') {
      setDirty(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(), RETRY_MS)
    }
  }, [fetcher.state, fetcher.data])

  // A submission held back by the save. It waits for the render in which `holdBack` no longer does.
  useEffect(() => {
    const submitter = held.current
    if (saving || submitter === undefined) return
    held.current = undefined
    if (settled?.state === 'saved') form.current?.requestSubmit(submitter)
  }, [saving, settled, form])

  // Input typed while the last save was under way.
  useEffect(() => {
    if (!saving && dirty && settled?.state === 'saved') {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current(), QUIET_MS)
    }
  }, [saving, dirty, settled])

  useEffect(() => () => clearTimeout(timer.current), [])

  const open = dirty || saving
  useEffect(() => {
    if (!open) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [open])

  const blocker = useBlocking(({ currentLocation, nextLocation, historyAction }) => {
    const leaves = currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search
    return leaves && open && historyAction !== 'REPLACE' && held.current === undefined
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (stuck) blocker.reset()
    else if (!saving && dirty) latest.current()
    else if (!saving) blocker.proceed()
  }, [blocker, saving, dirty, stuck])

  const status: SaveStatus = saving
    ? 'saving'
    : stuck || settled?.state === 'unreached' || settled?.state === 'signed_out'
      ? settled.state
      : dirty
        ? 'unsaved'
        : 'saved'
  return {
    status,
    answer: settled,
    revision,
    problems: known?.revision === revision ? known.problems : undefined,
    onInput() {
      setDirty(true)
      if (settled?.state !== 'conflict') later(QUIET_MS)
    },
    save,
    holdBack(submitter) {
      clearTimeout(timer.current)
      if (saving) {
        held.current = submitter
        return true
      }
      setDirty(false)
      return false
    },
    forget() {
      clearTimeout(timer.current)
      setDirty(false)
      setSettled(undefined)
    },
  }
}
