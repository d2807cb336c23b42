import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { AnswerValue } from '#app/features/questionnaires/questionnaire.ts'

/** Milliseconds from a tap on an option to the next question, in which the person sees what was selected. */
const PAUSE = 400
/** Milliseconds in which the last tap can be undone. */
const UNDO = 5000
/** Milliseconds from a finger's touch to the answer that follows from it: arrow keys select as well, and turn nothing. */
const TAP = 1500
/** Pixels that a finger moves sideways to go back. */
const SWIPE = 60

/** What a tap answered, and what had been there before. */
export type Tapped = { field: string; before: AnswerValue | undefined; place: number }

/** Whether the page can't be scrolled further: until then the keys scroll. */
function isAtEnd(steps: 1 | -1): boolean {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement
  return steps === -1 ? scrollTop <= 1 : scrollTop + clientHeight >= scrollHeight - 1
}

/** A finger that moves there moves the cursor. */
const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'radio')

type Turning = {
  /** Whether questions are shown one at a time. */
  single: boolean
  onTurn: (steps: 1 | -1) => void
}

/** Moves from question to question by taps, by a finger's swipe, and by the keys for a page up and down. */
export function useTurning({ single, onTurn }: Turning) {
  const [tapped, setTapped] = useState<Tapped>()
  const timers = useRef<{ turn?: ReturnType<typeof setTimeout>; undo?: ReturnType<typeof setTimeout> }>({})
  const touch = useRef<{ time: number; x: number; y: number }>(undefined)
  const turn = useRef(onTurn)
  useEffect(() => {
    turn.current = onTurn
  })

  const stop = useCallback(() => {
    clearTimeout(timers.current.turn)
    clearTimeout(timers.current.undo)
    setTapped(undefined)
  }, [])
  useEffect(() => stop, [stop])

  useEffect(() => {
    if (!single) return
    const onKey = (event: KeyboardEvent) => {
      const steps = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : undefined
      if (steps === undefined || (event.target && isText(event.target)) || !isAtEnd(steps)) return
      event.preventDefault()
      turn.current(steps)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [single])

  /** Called with each answer to a closed question; only one that follows from a tap moves on. */
  function onAnswered(answer: Tapped) {
    if (!single || touch.current === undefined || Date.now() - touch.current.time > TAP) return
    stop()
    timers.current.turn = setTimeout(() => {
      turn.current(1)
      setTapped(answer)
      timers.current.undo = setTimeout(() => setTapped(undefined), UNDO)
    }, PAUSE)
  }

  const pointer = {
    onPointerDown: (event: PointerEvent) => {
      touch.current = { time: Date.now(), x: event.clientX, y: event.clientY }
    },
    onPointerUp: (event: PointerEvent) => {
      const start = touch.current
      if (!single || event.pointerType !== 'touch' || !start || isText(event.target)) return
      const across = event.clientX - start.x
      if (across > SWIPE && Math.abs(event.clientY - start.y) < across / 2) turn.current(-1)
    },
  }
  return { tapped, stop, onAnswered, pointer }
}
