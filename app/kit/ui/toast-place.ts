import type { Toast } from './toast.ts'

/** Edges in pixels of the window. */
export type Box = { top: number; bottom: number; left: number; right: number }

/** Pixels between a message and what it may not cover, and the window's edges. */
const GAP = 8

/**
 * How many pixels a message moves down (negative: up) so that it covers nothing that is kept free: as few as possible, and
 * within the window. 0 where no place is free.
 * @param message where the style sheet puts it. @param height of the window.
 */
export function freeShift(message: Box, kept: readonly Box[], height: number): number {
  const tall = message.bottom - message.top
  const inWay = kept.filter(({ left, right }) => left < message.right + GAP && right > message.left - GAP)
  const isFree = (top: number) => inWay.every(box => top >= box.bottom + GAP || top + tall <= box.top - GAP)
  if (isFree(message.top)) return 0
  const shifts = inWay
    .flatMap(box => [box.top - GAP - tall, box.bottom + GAP])
    .filter(top => top >= GAP && top + tall <= height - GAP && isFree(top))
    .map(top => top - message.top)
  return shifts.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0
}

/** What a message never lies over: the actions that a screen is for, and the bars that stay in reach with them. */
const KEPT = '.button-primary, .button-danger, [data-purchase-bar], .answering-footer, .sheet > footer'

/** Of the page, or of the modal that the message is in: everything outside of it is inert. */
const keptBoxes = (message: Element): Box[] =>
  [...(message.closest('dialog') ?? document).querySelectorAll(KEPT)]
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .map(element => element.getBoundingClientRect())
    .filter(({ top, bottom, width }) => width > 0 && bottom > 0 && top < innerHeight)

/** Whether an alert that is seen on the page says the same. */
function isRepeated({ title, description }: Toast, message: Element): boolean {
  return [...document.querySelectorAll<HTMLElement>('[role=alert], [role=status]')].some(
    alert =>
      // Texts for screen readers alone are a pixel wide.
      !alert.contains(message) && alert.offsetWidth > 1 && alert.innerText.includes(description ?? title),
  )
}

/**
 * Keeps a message off what it may not cover, as the page scrolls, changes or is resized.
 * @param onRepeated when an alert on the page says the same. @returns what ends it.
 */
export function keepInPlace(message: HTMLElement, toast: Toast, onRepeated: () => void): () => void {
  let shift = 0
  let frame = 0
  // It is measured where it has been put: where motion is reduced everything has a transition, however short.
  message.style.transition = 'none'
  const place = () => {
    frame = 0
    if (isRepeated(toast, message)) return onRepeated()
    const { top, bottom, left, right } = message.getBoundingClientRect()
    const own = { top: top - shift, bottom: bottom - shift, left, right }
    shift = freeShift(own, keptBoxes(message), innerHeight)
    message.style.translate = shift === 0 ? '' : `0 ${shift}px`
  }
  const ask = () => {
    frame ||= requestAnimationFrame(place)
  }
  const changes = new MutationObserver(ask)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class', 'open', 'hidden'] })
  const sizes = new ResizeObserver(ask)
  sizes.observe(document.body)
  sizes.observe(message)
  addEventListener('scroll', ask, { capture: true, passive: true })
  addEventListener('resize', ask)
  place()
  return () => {
    cancelAnimationFrame(frame)
    changes.disconnect()
    sizes.disconnect()
    removeEventListener('scroll', ask, { capture: true })
    removeEventListener('resize', ask)
  }
}
